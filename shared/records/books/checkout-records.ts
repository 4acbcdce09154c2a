import { PaymentEntity } from '../../checkout/payments/payment.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Event } from '../../journal/rows/event.ts';

/**
 * Findings about events of checkout payments: each is written by the commit that writes its payment, which is never
 * removed. Checkout payments have no rows in the ledger, for their money is in no balance.
 * @param events a hundred at most
 */
export async function paymentEventFindings(
  store: Pick<Store, 'getMany'>,
  organizationId: string,
  events: readonly Event[],
): Promise<string[]> {
  const named = events.filter(({ type }) => type.startsWith('checkout_payment.')).map(namedPayment);
  const ids = new Set(named.map(({ paymentId }) => paymentId));
  const keys = [...ids].map((paymentId) => ({ organizationId, paymentId }));
  const found = new Set((await store.getMany(PaymentEntity, keys)).map(({ paymentId }) => paymentId));
  return named
    .filter(({ paymentId }) => !found.has(paymentId))
    .map(({ sequence, paymentId }) => `event ${sequence} is of ${paymentId}, which does not exist`);
}

function namedPayment({ sequence, data }: Event) {
  const { id } = JSON.parse(data) as { readonly id: string };
  return { sequence, paymentId: id };
}
