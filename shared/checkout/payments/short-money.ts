import type { Payment } from './payment.ts';

/** Whether some of a payment's money came and the rest is awaited. */
export function isShort({ status, received = 0n }: Pick<Payment, 'status' | 'received'>): boolean {
  return status === 'pending' && received > 0n;
}

/** What is missing of a payment that is not paid, minor units. */
export function missingOf({ amount, received = 0n }: Pick<Payment, 'amount' | 'received'>): bigint {
  return amount - received;
}
