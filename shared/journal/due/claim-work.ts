import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { type DueWork, dueRead } from './due-work.ts';

/** Longer than any worker runs, shorter than the queue hides a message: a crash is followed by its own message. */
export const leaseMs = 30_000;

/** Work that this worker alone may do until its lease ends. */
export interface ClaimedWork extends DueWork {
  readonly claim: string;
}

/**
 * Takes the work that a hint speaks of, in one conditional update beside the journal.
 * @returns undefined when there is nothing to do for this hint: the work is done, claimed, or was moved (which gave a hint
 *   of its own). A hint that came early delays itself again.
 */
export async function claimWork(
  { clock, ids, store, hints }: Pick<WorkerRuntime, 'clock' | 'ids' | 'store' | 'hints'>,
  hint: Hint,
): Promise<ClaimedWork | undefined> {
  const now = clock();
  const claim = ids.token();
  try {
    const work = await store.update(dueRead(hint), {
      UpdateExpression: `SET dueAt = :leaseEnd, #claim = :claim, firstClaimedAt = if_not_exists(firstClaimedAt, :now),
        claimsBefore = if_not_exists(claimsBefore, claims) ADD attempts :one, claims :one`,
      ConditionExpression: 'dueAt <= :now',
      ExpressionAttributeNames: { '#claim': 'claim' },
      ExpressionAttributeValues: { ':leaseEnd': now + leaseMs, ':claim': claim, ':one': 1, ':now': now },
    });
    return { ...work, claim };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = error.item as DueWork | undefined;
    // The SDK repeats an update whose answer was lost: then the claim found is our own.
    if (found?.claim === claim) return { ...found, claim };
    if (found && !found.claim && found.dueAt === hint.dueAt) await hints.send([hint], now);
    return undefined;
  }
}
