/** Specification, Payout, `status`. */
export const shownStatuses = ['pending', 'processing', 'completed', 'failed', 'returned', 'canceled'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

/**
 * Statuses as payouts are stored. `awaiting_funds` is shown as `pending`: the organization has not sent the money yet.
 * It has its own status so that releases that know nothing of such payouts neither send them, cancel them nor give
 * money back (docs/adr/0028).
 */
export const payoutStatuses = ['awaiting_funds', ...shownStatuses] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

/** The status that callers see for a stored one. A status of a later release is shown as it is. */
export function shownStatus(status: PayoutStatus): ShownStatus {
  return status === 'awaiting_funds' ? 'pending' : status;
}

/** The stored statuses that are shown as one of the given ones. */
export function storedStatuses(shown: readonly ShownStatus[]): readonly PayoutStatus[] {
  return payoutStatuses.filter((status) => shown.includes(shownStatus(status)));
}

/**
 * The statuses to which each status may change; a payout changes in no other way (specification, States and
 * transitions, Payout).
 */
export const payoutTransitions: Readonly<Record<PayoutStatus, readonly ShownStatus[]>> = {
  // Funding makes the payout `pending`. Nobody is told, because it was shown as that before.
  awaiting_funds: ['failed', 'canceled'],
  pending: ['processing', 'completed', 'failed', 'canceled'],
  processing: ['completed', 'failed'],
  completed: ['returned'],
  failed: [],
  returned: [],
  canceled: [],
};

/**
 * Whether the status cannot change any more (specification, Payout: terminal). `completed` can: a bank may return the
 * payout.
 */
export function isTerminal(status: PayoutStatus): boolean {
  return payoutTransitions[status].length === 0;
}

/**
 * The transitions from one status to another. A rail's report may skip some: a payout that is reported as returned was
 * completed in between. Empty when the report is late or cannot follow, because a payout never moves backwards.
 */
export function stepsBetween(from: PayoutStatus, to: ShownStatus): readonly ShownStatus[] {
  if (payoutTransitions[from].includes(to)) return [to];
  const between = payoutTransitions[from].find((next) => payoutTransitions[next].includes(to) && next === 'completed');
  return between ? [between, to] : [];
}

/** Whether a payout in the current status may have had the reported one before, so that the report is late. */
function hasPassed(current: PayoutStatus, reported: ShownStatus): boolean {
  return reported === current || payoutTransitions[reported].some((next) => hasPassed(current, next));
}

/**
 * Whether a report cannot be true of a payout in this status, neither now nor earlier: for example `failed` for a
 * completed payout. A person has to look, because money may have moved that the ledger does not know of.
 */
export function contradicts(current: PayoutStatus, reported: ShownStatus): boolean {
  return stepsBetween(current, reported).length === 0 && !hasPassed(current, reported);
}
