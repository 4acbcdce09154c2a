import type { Payment } from '../payments/payment.ts';
import type { Refund } from '../payments/record-refund.ts';

/**
 * Returns the base units that can still be refunded. Amounts reserved by pending refunds and by one in progress are
 * subtracted.
 */
export function refundable({ amount, refunded, reversed, refunds, refunding }: Payment): bigint {
  const pending = refunds.reduce((sum, refund) => (isOpen(refund) ? sum + refund.amount : sum), 0n);
  return amount - refunded - reversed - pending - (refunding?.amount ?? 0n);
}

function isOpen({ status }: Refund): boolean {
  return status !== 'succeeded' && status !== 'failed';
}
