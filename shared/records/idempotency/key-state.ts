import type { IdempotencyRecord } from '../../journal/idempotency/record.ts';

export const keyStates = ['in_progress', 'outcome_unknown', 'abandoned', 'completed', 'expired'] as const;
export type KeyState = (typeof keyStates)[number];

/**
 * The state of a key, by the rules of `claimKey`: what it would now do with the same request.
 *
 * A running record whose lock has expired belongs to an execution that ended without a commit. The same is true if the
 * outcome was unknown, because a commit would have completed the record.
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
  // A record that waits for its intent, or that a later release has started.
  return state === 'bound' && isLocked ? 'in_progress' : 'outcome_unknown';
}
