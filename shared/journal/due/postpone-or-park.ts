import { countOutcome } from '../../ground/metrics/collect.ts';
import { updateIf } from '../../ground/table/writes.ts';
import { jitterFraction } from '../../ground/time/jitter.ts';
import { isNeverParked } from '../../ports/due-kinds.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { ClaimedWork } from './claim-work.ts';
import { dueRef, parkUpdate, postponeUpdate } from './due-work.ts';
import { endClaim } from './end-claim.ts';
import { listParked } from './parked-work.ts';
import { transactWithRetry } from './transact-with-retry.ts';

/**
 * Attempts before work is parked for a person to look into. With the pauses below they take about two and a half hours.
 */
export const maxAttempts = 12;
const firstPauseMs = 5_000;
const longestPauseMs = 60 * 60 * 1000;

export type PostponeRuntime = Pick<Runtime, 'clock' | 'ids' | 'log' | 'sleep' | 'store'>;

/**
 * Postpones failed work with growing pauses, or parks it when the attempts have run out. Kinds that are never parked
 * are instead retried every hour. An alarm counts the logged errors.
 * @param among `others` if other work failed together with it; each then pauses for a different time, up to twice as
 * long
 */
export async function postponeOrPark(
  runtime: PostponeRuntime,
  work: ClaimedWork,
  error: unknown,
  among?: 'others',
): Promise<void> {
  const hasRunOut = work.attempts >= maxAttempts;
  if (hasRunOut && !isNeverParked(work.kind)) return parkWork(runtime, work, error);
  const shortestMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (work.attempts - 1));
  const pauseMs = among ? Math.ceil(shortestMs * (1 + jitterFraction(work.claim))) : shortestMs;
  if (!(await endClaim(runtime.store, work, postponeUpdate(work.claim, runtime.clock() + pauseMs)))) return;
  countOutcome('postponed');
  if (hasRunOut) runtime.log.error('due work keeps failing', failureDetails(work, error));
  else runtime.log.warn('due work failed', failureDetails(work, error));
}

/**
 * Stops repeating work whose worker dies each time without an error.
 * @throws Error when the attempts have run out, for work that may be parked
 */
export function refuseExhausted({ attempts, kind }: ClaimedWork): void {
  if (attempts > maxAttempts && !isNeverParked(kind)) throw new Error('every attempt ended without an outcome');
}

/** Parks work until a person looks into it, and lists it where they will find it. An alarm counts these log lines. */
export async function parkWork(runtime: PostponeRuntime, work: ClaimedWork, error: unknown): Promise<void> {
  const now = runtime.clock();
  const writes = [updateIf(dueRef(work), parkUpdate(work.claim, now)), listParked(work, now)];
  if (!(await transactWithRetry(runtime, writes))) return;
  countOutcome('parked');
  runtime.log.error('due work parked', failureDetails(work, error));
}

/** The log fields for work that failed. */
export function failureDetails({ organizationId, kind, resourceId, attempts }: ClaimedWork, error: unknown) {
  return { error: error as Error, organizationId, kind, resourceId, attempts };
}
