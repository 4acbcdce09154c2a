import type { IdempotencyRecord } from '../../journal/idempotency/record.ts';

export const keyStates = ['in_progress', 'outcome_unknown', 'abandoned', 'completed', 'expired'] as const;
export type KeyState = (typeof keyStates)[number];

/**
 * What became of a key, by the rules of `claimKey`: what it would do with the same request now.
 *
 * A running record whose lock has run out belongs to an execution that has ended without a commit. That of an outcome that
 * was unknown does too: a commit would have completed the record.
 * @param now milliseconds
 */
export function stateOfKey(
  { state, lockedUntil, outcomeUnknown, replayedUntil = 0 }: IdempotencyRecord,
  now: number,
): KeyState {
  if (state === 'completed') return replayedUntil > now ? 'completed' : 'expired';
  const isLocked = lockedUntil > now;
  if (state === 'running') {
    if (!isLocked) return 'abandoned';
    return outcomeUnknown ? 'outcome_unknown' : 'in_progress';
  }
  // What waits for its intent, or what a later release has begun.
  return state === 'bound' && isLocked ? 'in_progress' : 'outcome_unknown';
}
