import type { Applied, PaymentNews } from './applied.ts';
import type { Payment } from './payment.ts';
import { applyChange } from './standing.ts';

export type Refund = Payment['refunds'][number];

/** Adds a refund to its payment, or replaces the stored one (design, refund). */
export function recordRefund(applied: Applied, refund: Refund): Applied {
  const { payment } = applied;
  const before = payment.refunds.find(({ refundId }) => refundId === refund.refundId);
  const refunds = before ? payment.refunds.map((one) => (one === before ? refund : one)) : [...payment.refunds, refund];
  return applyChange(applied, { ...payment, refunds }, (changed) => newsOf(changed, before?.status, refund));
}

function newsOf(payment: Payment, before: Refund['status'] | undefined, refund: Refund): PaymentNews[] {
  if (refund.status === before) return [];
  if (refund.status === 'succeeded') {
    const extent = payment.refunded === payment.amount ? 'refunded' : 'partially_refunded';
    return [{ type: `checkout_payment.${extent}`, payment, refund }];
  }
  // A refund that failed before it became known moved no money, so it is not announced.
  const isFailedLater = refund.status === 'failed' && before !== undefined;
  return isFailedLater ? [{ type: 'checkout_payment.refund_failed', payment, refund }] : [];
}
