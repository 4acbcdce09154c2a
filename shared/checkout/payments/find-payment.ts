import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import { type Payment, PaymentExternalIdEntity, paymentRef } from './payment.ts';

/**
 * Reads a payment of an organization by its `id` or its `externalId` (specification, Checkout payment, `externalId`).
 * @throws ServiceError NOT_FOUND
 */
export async function findPayment(store: Pick<Store, 'get'>, organizationId: string, id: string): Promise<Payment> {
  const payment = await store.get(paymentRef(organizationId, id));
  if (payment) return payment;
  const known = await store.get(refTo(PaymentExternalIdEntity, { organizationId, externalId: id }));
  return foundPayment(known && (await store.get(paymentRef(organizationId, known.paymentId))));
}

/** @throws ServiceError NOT_FOUND */
export function foundPayment(found: Payment | undefined): Payment {
  if (found) return found;
  throw new ServiceError('NOT_FOUND', 'no such payment');
}
