import type { Payment, PaymentStatus } from './payment.ts';

/**
 * The allowed transitions from each status (design, states). Once a payment was paid, its status depends on the refunds
 * and lost disputes of its charge: a refund that fails gives money back, and a dispute can take money or return it.
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

/** How far a dispute has progressed. A dispute never moves back, and its outcome never changes. */
const disputeSteps: Readonly<Record<DisputeStatus, number>> = { inquiry: 0, open: 1, won: 2, lost: 2 };

type DisputeNews = 'known' | 'forward' | 'older' | 'contradictory';

/** Compares the status of a dispute, as read, with the stored one. */
export function disputeNews(stored: DisputeStatus | undefined, read: DisputeStatus): DisputeNews {
  if (stored === undefined) return 'forward';
  if (stored === read) return 'known';
  const by = disputeSteps[read] - disputeSteps[stored];
  if (by > 0) return 'forward';
  return by < 0 ? 'older' : 'contradictory';
}
