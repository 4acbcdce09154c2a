import type { Runtime } from '../runtime/runtime.ts';
import type { ClaimedWork } from './claim-work.ts';
import { parked, postponed } from './due-work.ts';
import { isStanding } from './kinds.ts';
import { letGo } from './let-go.ts';

/** Attempts before a row is parked for a person to look at: with the pauses below, about two and a half hours. */
export const maxAttempts = 12;
const firstPauseMs = 5_000;
const longestPauseMs = 60 * 60 * 1000;

type GiveUpRuntime = Pick<Runtime, 'clock' | 'store' | 'log'>;

/**
 * Lets go of work that failed: later again, with growing pauses, or parked when the attempts have run out. Standing work goes
 * on every hour instead. An alarm counts the errors that are logged.
 */
export async function giveUpForNow(runtime: GiveUpRuntime, work: ClaimedWork, error: unknown): Promise<void> {
  const hasRunOut = work.attempts >= maxAttempts;
  if (hasRunOut && !isStanding(work.kind)) return parkWork(runtime, work, error);
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (work.attempts - 1));
  if (!(await letGo(runtime.store, work, postponed(work.claim, runtime.clock() + pauseMs)))) return;
  if (hasRunOut) runtime.log.error('due work keeps failing', details(work, error));
  else runtime.log.warn('due work failed', details(work, error));
}

/** Puts work aside until a person looks; an alarm counts these log lines. */
export async function parkWork(runtime: GiveUpRuntime, work: ClaimedWork, error: unknown): Promise<void> {
  if (await letGo(runtime.store, work, parked(work.claim, runtime.clock()))) {
    runtime.log.error('due work parked', details(work, error));
  }
}

function details({ kind, resourceId, attempts }: ClaimedWork, error: unknown) {
  return { error: error as Error, kind, resourceId, attempts };
}
