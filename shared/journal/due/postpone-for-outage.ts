import { fractionOf } from '../../ground/time/jitter.ts';
import type { ClaimedWork } from './claim-work.ts';
import { uncounted } from './due-work.ts';
import { endClaim } from './end-claim.ts';
import { detailsOf, type PostponeRuntime } from './postpone-or-park.ts';

const firstPauseMs = 10_000;
/** So long at most after the other side is back its work goes on. */
const longestPauseMs = 5 * 60 * 1000;
/** Shorter outages pass by themselves before anybody has looked. */
const alarmAfterMs = 60 * 60 * 1000;

/**
 * Lets go of work whose other side is out as a whole: it is no fault of the work, so that the attempt is not counted and nothing
 * is ever parked. The pause is about as long as the outage so far, five minutes at most, and another for each, so that not all
 * come at once when it ends. An alarm counts the errors that are logged.
 */
export async function postponeForOutage(runtime: PostponeRuntime, work: ClaimedWork, error: unknown): Promise<void> {
  const now = runtime.clock();
  const since = work.unavailableSince ?? now;
  const outMs = now - since;
  const pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, outMs)) * (0.5 + fractionOf(work.claim) / 2);
  if (!(await endClaim(runtime.store, work, uncounted(work, { since, dueAt: now + Math.ceil(pauseMs) })))) return;
  if (outMs >= alarmAfterMs) runtime.log.error('due work keeps failing', detailsOf(work, error));
  else runtime.log.warn('due work waits out an outage', detailsOf(work, error));
}
