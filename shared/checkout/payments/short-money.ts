import type { Payment } from './payment.ts';

/** Tells whether part of a payment's money has arrived and the rest is awaited. */
export function isShort({ status, received = 0n }: Pick<Payment, 'status' | 'received'>): boolean {
  return status === 'pending' && received > 0n;
}

/** Returns the missing amount of a payment that is not paid, in minor units. */
export function missingOf({ amount, received = 0n }: Pick<Payment, 'amount' | 'received'>): bigint {
  return amount - received;
}
