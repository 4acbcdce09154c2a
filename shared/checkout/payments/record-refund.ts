import type { Applied, PaymentNews } from './applied.ts';
import type { Payment } from './payment.ts';

export type Refund = Payment['refunds'][number];

/**
 * Puts a refund into its payment: new, or in the place of what is stored of it. What was refunded, the status and the news
 * follow (design, refund). Pure.
 */
export function recordRefund(applied: Applied, refund: Refund): Applied {
  const { payment } = applied;
  const before = payment.refunds.find(({ refundId }) => refundId === refund.refundId);
  const refunds = before ? payment.refunds.map((one) => (one === before ? refund : one)) : [...payment.refunds, refund];
  const sum = sumOf(refunds, 'succeeded');
  const refunded = smaller(sum, payment.amount);
  const reversed = smaller(payment.reversed, payment.amount - refunded);
  const changed: Payment = { ...payment, refunds, refunded, reversed, status: statusOf(payment, refunded) };
  const isMoreThanPaid = sum + payment.reversed > payment.amount;
  const difference = `${sum} base units were refunded and ${payment.reversed} reversed of ${payment.amount}`;
  return {
    payment: changed,
    news: [...applied.news, ...newsOf(changed, before?.status, refund)],
    differences: isMoreThanPaid ? [...applied.differences, difference] : applied.differences,
  };
}

/** Base units that refunds in a status have together. */
export function sumOf(refunds: readonly Refund[], status: Refund['status']): bigint {
  return refunds.reduce((sum, refund) => (refund.status === status ? sum + refund.amount : sum), 0n);
}

/** Refunds move a payment between `paid` and `refunded` only: what a dispute took stays so. */
function statusOf({ status, amount }: Payment, refunded: bigint): Payment['status'] {
  if (status !== 'paid' && status !== 'refunded') return status;
  return refunded === amount ? 'refunded' : 'paid';
}

function newsOf(payment: Payment, before: Refund['status'] | undefined, refund: Refund): PaymentNews[] {
  if (refund.status === before) return [];
  if (refund.status === 'succeeded') {
    const extent = payment.refunded === payment.amount ? 'refunded' : 'partially_refunded';
    return [{ type: `checkout_payment.${extent}`, payment, refund }];
  }
  // One that had failed before anybody heard of it moved nothing.
  const isFailedLater = refund.status === 'failed' && before !== undefined;
  return isFailedLater ? [{ type: 'checkout_payment.refund_failed', payment, refund }] : [];
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
