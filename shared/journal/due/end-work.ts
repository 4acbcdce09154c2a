import { removeIf, type Write } from '../../ground/table/writes.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import type { ClaimedWork } from './claim-work.ts';
import { dueRead, heldBy, rescheduled } from './due-work.ts';
import { endClaim } from './end-claim.ts';
import { transactWithRetry } from './transact-with-retry.ts';

/**
 * Ends work of which nothing seems to be left. A commit that asks for it anew shows item by item: the due row may be there
 * before what it is about, and must not be removed on the strength of what was there before.
 * @param asRead holds while that is still as it was read; if it is not, the work is due again at once
 */
export async function endWork(
  runtime: Pick<WorkerRuntime, 'clock' | 'ids' | 'store' | 'sleep'>,
  work: ClaimedWork,
  asRead: Write,
): Promise<void> {
  const isEnded = await transactWithRetry(runtime, [removeIf(dueRead(work), heldBy(work.claim)), asRead]);
  if (!isEnded) await endClaim(runtime.store, work, rescheduled(work.claim, runtime.clock()));
}
