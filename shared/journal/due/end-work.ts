import { removeIf, updateIf, type Write } from '../../ground/table/writes.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import type { ClaimedWork } from './claim-work.ts';
import { dueRef, heldBy, rescheduleUpdate } from './due-work.ts';
import { endClaim } from './end-claim.ts';
import { transactWithRetry } from './transact-with-retry.ts';

/**
 * Ends work if its resource shows nothing left to do now. The items of a commit become visible one by one, so the due
 * row may be visible before the resource that it concerns. Work must not be removed because of such an outdated
 * resource.
 * @param asRead refuses the removal unless the resource is still as it was read; if it refuses, the work is due again
 * at once
 * @param dueAt milliseconds: when there is something to do again; if absent, never
 */
export async function endWork(
  runtime: Pick<WorkerRuntime, 'clock' | 'ids' | 'store' | 'sleep'>,
  work: ClaimedWork,
  asRead: Write,
  dueAt?: number,
): Promise<void> {
  const end =
    dueAt === undefined
      ? removeIf(dueRef(work), heldBy(work.claim))
      : updateIf(dueRef(work), rescheduleUpdate(work.claim, dueAt));
  const isEnded = await transactWithRetry(runtime, [end, asRead]);
  if (!isEnded) await endClaim(runtime.store, work, rescheduleUpdate(work.claim, runtime.clock()));
}
