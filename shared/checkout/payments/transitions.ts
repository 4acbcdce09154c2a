import type { Payment, PaymentStatus } from './payment.ts';

/**
 * The statuses to which each status may change; a payment changes in no other way (design, states). Once it was paid, its
 * charge's refunds and lost disputes decide: a refund that fails gives back, a dispute may take or give back what it took.
 */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['paid', 'failed'],
  failed: ['paid'],
  paid: ['refunded', 'charged_back', 'reversed'],
  refunded: ['paid', 'charged_back', 'reversed'],
  charged_back: ['paid', 'refunded', 'reversed'],
  reversed: ['paid', 'refunded', 'charged_back'],
};

type DisputeStatus = Payment['disputes'][number]['status'];

/** How far a dispute is. It never goes back, and who has won or lost it stays so. */
const disputeSteps: Readonly<Record<DisputeStatus, number>> = { inquiry: 0, open: 1, won: 2, lost: 2 };

type DisputeNews = 'known' | 'forward' | 'older' | 'contradictory';

/** What a dispute's status, as it was read, is to the one that is stored. */
export function disputeNews(stored: DisputeStatus | undefined, read: DisputeStatus): DisputeNews {
  if (stored === undefined) return 'forward';
  if (stored === read) return 'known';
  const by = disputeSteps[read] - disputeSteps[stored];
  if (by > 0) return 'forward';
  return by < 0 ? 'older' : 'contradictory';
}
