import type { Payment, PaymentStatus } from './payment.ts';

/**
 * The statuses to which each status may change; a payment changes in no other way (design, states). Refunds make the
 * changes between `paid` and `refunded`.
 */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  pending: ['paid', 'failed'],
  failed: ['paid'],
  paid: ['refunded', 'charged_back', 'reversed'],
  refunded: ['paid'],
  charged_back: [],
  reversed: [],
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
