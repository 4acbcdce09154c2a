import { removeIf, type Write } from '../../ground/table/writes.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import type { ClaimedWork } from './claim-work.ts';
import { dueRead, heldBy, rescheduleUpdate } from './due-work.ts';
import { endClaim } from './end-claim.ts';
import { transactWithRetry } from './transact-with-retry.ts';

/**
 * Ends work whose resource shows nothing left to do. The items of a commit become visible one by one, so that the due
 * row may be seen before the resource that it is about. Such work must not be removed because of the older resource.
 * @param asRead refuses the removal unless the resource is still as it was read; if it refuses, the work is due again
 *   at once
 */
export async function endWork(
  runtime: Pick<WorkerRuntime, 'clock' | 'ids' | 'store' | 'sleep'>,
  work: ClaimedWork,
  asRead: Write,
): Promise<void> {
  const isEnded = await transactWithRetry(runtime, [removeIf(dueRead(work), heldBy(work.claim)), asRead]);
  if (!isEnded) await endClaim(runtime.store, work, rescheduleUpdate(work.claim, runtime.clock()));
}
