import { updateIf } from '../../ground/table/writes.ts';
import { fractionOf } from '../../ground/time/jitter.ts';
import { isNeverParked } from '../../ports/due-kinds.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { ClaimedWork } from './claim-work.ts';
import { dueRead, parked, postponed } from './due-work.ts';
import { endClaim } from './end-claim.ts';
import { listParked } from './parked-work.ts';
import { transactWithRetry } from './transact-with-retry.ts';

/** Attempts before a row is parked for a person to look at: with the pauses below, about two and a half hours. */
export const maxAttempts = 12;
const firstPauseMs = 5_000;
const longestPauseMs = 60 * 60 * 1000;

export type PostponeRuntime = Pick<Runtime, 'clock' | 'ids' | 'log' | 'sleep' | 'store'>;

/**
 * Lets go of work that failed: later again, with growing pauses, or parked when the attempts have run out. Standing work goes
 * on every hour instead. An alarm counts the errors that are logged.
 * @param among others that failed with it: then each pauses for a time of its own, up to twice as long
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
  const pauseMs = among ? Math.ceil(shortestMs * (1 + fractionOf(work.claim))) : shortestMs;
  if (!(await endClaim(runtime.store, work, postponed(work.claim, runtime.clock() + pauseMs)))) return;
  if (hasRunOut) runtime.log.error('due work keeps failing', detailsOf(work, error));
  else runtime.log.warn('due work failed', detailsOf(work, error));
}

/**
 * A worker that dies at the work each time, without a word, must not go on for ever.
 * @throws Error when the attempts have run out, for work that may be parked
 */
export function refuseExhausted({ attempts, kind }: ClaimedWork): void {
  if (attempts > maxAttempts && !isNeverParked(kind)) throw new Error('every attempt ended without an outcome');
}

/** Puts work aside until a person looks, in a list where they find it; an alarm counts these log lines. */
export async function parkWork(runtime: PostponeRuntime, work: ClaimedWork, error: unknown): Promise<void> {
  const now = runtime.clock();
  const writes = [updateIf(dueRead(work), parked(work.claim, now)), listParked(work, now)];
  if (await transactWithRetry(runtime, writes)) runtime.log.error('due work parked', detailsOf(work, error));
}

/** What the log says of work that failed. */
export function detailsOf({ organizationId, kind, resourceId, attempts }: ClaimedWork, error: unknown) {
  return { error: error as Error, organizationId, kind, resourceId, attempts };
}
