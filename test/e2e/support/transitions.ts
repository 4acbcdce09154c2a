import type { Event, Payout } from '../../../client/src/index.ts';

/** How long the sandbox stays in `processing`, or in `pending` where it skips that. */
const STEP_MS = 2_000;

/**
 * The statuses that a payout's events should announce. A rail that was asked late, on a busy machine, has left `processing`
 * by then: a payout may skip it (specification, States and transitions, Payout).
 */
export function announcedStatuses(expected: readonly Payout['status'][], events: readonly Event[]): string[] {
  const [first, second] = events;
  const askedLate = first && second && Date.parse(second.createdAt) - Date.parse(first.createdAt) >= STEP_MS;
  const wasSeen = second?.type === 'payout.processing';
  return expected.filter((status) => status !== 'processing' || wasSeen || !askedLate);
}

export function statusesOf(events: readonly Event[]): string[] {
  return events.map(({ type }) => type.replace('payout.', ''));
}
