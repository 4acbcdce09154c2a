import { countOutcome } from '../../ground/metrics/collect.ts';
import { jitterFraction } from '../../ground/time/jitter.ts';
import type { ClaimedWork } from './claim-work.ts';
import { postponeUncountedUpdate } from './due-work.ts';
import { endClaim } from './end-claim.ts';
import { failureDetails, type PostponeRuntime } from './postpone-or-park.ts';

const firstPauseMs = 10_000;
/** The longest time after the end of an outage until its work continues. */
const longestPauseMs = 5 * 60 * 1000;
/** Shorter outages are usually over before a person could look. */
const alarmAfterMs = 60 * 60 * 1000;

/**
 * Postpones work while the outside system is completely unavailable. The work is not at fault, so the attempt does not
 * count and the work is never parked. The pause is roughly as long as the outage so far, at most five minutes. It
 * differs for each claim, so that not all work resumes at once when the outage ends. An alarm counts the logged errors.
 */
export async function postponeForOutage(runtime: PostponeRuntime, work: ClaimedWork, error: unknown): Promise<void> {
  const now = runtime.clock();
  const since = work.unavailableSince ?? now;
  const outageMs = now - since;
  const pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, outageMs)) * (0.5 + jitterFraction(work.claim) / 2);
  if (!(await endClaim(runtime.store, work, postponeUncountedUpdate(work, { since, dueAt: now + Math.ceil(pauseMs) }))))
    return;
  countOutcome('postponed');
  if (outageMs >= alarmAfterMs) runtime.log.error('due work keeps failing', failureDetails(work, error));
  else runtime.log.warn('due work waits out an outage', failureDetails(work, error));
}
