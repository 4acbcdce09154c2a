import type { Runtime } from '../runtime/runtime.ts';
import { ConditionFailed } from '../table/refusals.ts';
import type { ClaimedWork } from './claim-work.ts';
import { dueRead, parked, postponed } from './due-work.ts';

/** Attempts before a row is parked for a person to look at: with the pauses below, about two and a half hours. */
export const maxAttempts = 12;
const firstPauseMs = 5_000;
const longestPauseMs = 60 * 60 * 1000;

/** Lets go of work that failed: later again, with growing pauses, or parked when the attempts have run out. */
export async function giveUpForNow(
  { clock, store, log }: Pick<Runtime, 'clock' | 'store' | 'log'>,
  work: ClaimedWork,
  error: unknown,
): Promise<void> {
  const now = clock();
  const { kind, resourceId, attempts, claim } = work;
  const last = attempts >= maxAttempts;
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1));
  log[last ? 'error' : 'warn'](last ? 'due work parked' : 'due work failed', {
    error: error as Error,
    kind,
    resourceId,
    attempts,
  });
  await store.update(dueRead(work), last ? parked(claim, now) : postponed(claim, now + pauseMs)).catch((failure) => {
    // Somebody else has the work by now: theirs to finish.
    if (!(failure instanceof ConditionFailed)) throw failure;
  });
}
