/** Specification, Payout, `status`. */
export const payoutStatuses = ['pending', 'processing', 'completed', 'failed', 'returned', 'canceled'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** Where a payout may go from where it is (specification, States and transitions, Payout). Nothing else happens to it. */
export const payoutTransitions: Readonly<Record<PayoutStatus, readonly PayoutStatus[]>> = {
  pending: ['processing', 'completed', 'failed', 'canceled'],
  processing: ['completed', 'failed'],
  completed: ['returned'],
  failed: [],
  returned: [],
  canceled: [],
};

/** Whether nothing can happen to it any more (specification, Payout: terminal). `completed` is not: a bank may return it. */
export function isTerminal(status: PayoutStatus): boolean {
  return payoutTransitions[status].length === 0;
}

/**
 * The steps from one status to another, when a rail's news may have skipped some: a payout that was found returned has been
 * completed in between. Empty when the news is late or cannot follow: a payout never moves backwards.
 */
export function stepsBetween(from: PayoutStatus, to: PayoutStatus): readonly PayoutStatus[] {
  if (payoutTransitions[from].includes(to)) return [to];
  const between = payoutTransitions[from].find((next) => payoutTransitions[next].includes(to) && next === 'completed');
  return between ? [between, to] : [];
}

/** Whether a payout in one status has been in another: news of that is late. */
function hasPassed(current: PayoutStatus, heard: PayoutStatus): boolean {
  return heard === current || payoutTransitions[heard].some((next) => hasPassed(current, next));
}

/**
 * Whether news can be no truth about a payout in this status, early or late: `failed` of one that was completed. Somebody has
 * to look, because money may have moved that the ledger does not know of.
 */
export function contradicts(current: PayoutStatus, heard: PayoutStatus): boolean {
  return stepsBetween(current, heard).length === 0 && !hasPassed(current, heard);
}
