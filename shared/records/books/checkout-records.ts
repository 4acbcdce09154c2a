import { type Payment, PaymentEntity } from '../../checkout/payments/payment.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Event } from '../../journal/rows/event.ts';

/**
 * Findings about events of checkout payments. Each event is written by the commit that writes its payment, which is
 * never removed. Checkout payments have no ledger rows, because their money is in no balance.
 * @param events at most a hundred
 */
export async function paymentEventFindings(
  store: Pick<Store, 'getMany'>,
  organizationId: string,
  events: readonly Event[],
): Promise<string[]> {
  const named = events.filter(({ type }) => type.startsWith('checkout_payment.')).map(namedPayment);
  const ids = new Set(named.map(({ paymentId }) => paymentId));
  const keys = [...ids].map((paymentId) => ({ organizationId, paymentId }));
  const payments = await store.getMany(PaymentEntity, keys);
  return named.flatMap(({ sequence, paymentId }) => {
    const payment = payments.find((one) => one.paymentId === paymentId);
    if (!payment) return [`event ${sequence} is of ${paymentId}, which does not exist`];
    return isNamedBy(payment, sequence) ? [] : [`event ${sequence} is of ${paymentId}, which does not name it`];
  });
}

/** A payment does not name events from an earlier release. */
function isNamedBy({ eventSequences = [] }: Payment, sequence: number): boolean {
  const [first = Number.POSITIVE_INFINITY] = eventSequences;
  return sequence < first || eventSequences.includes(sequence);
}

function namedPayment({ sequence, data }: Event) {
  const { id } = JSON.parse(data) as { readonly id: string };
  return { sequence, paymentId: id };
}
