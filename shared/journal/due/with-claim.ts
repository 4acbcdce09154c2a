import { countOutcome } from '../../ground/metrics/collect.ts';
import { settling } from '../../ground/time/time-left.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { type ClaimedWork, claimWork } from './claim-work.ts';
import { endFailedWork } from './end-failed-work.ts';
import { refuseExhausted } from './postpone-or-park.ts';

/**
 * Claims the work that a hint names, and does it. Work that fails is postponed or parked, unless `onFailure` says
 * otherwise.
 * @param settle does the work and ends the claim
 * @param onFailure ends the claim of work that failed
 */
export async function withClaim(
  runtime: WorkerRuntime,
  hint: Hint,
  settle: (work: ClaimedWork) => Promise<void>,
  onFailure: (runtime: WorkerRuntime, work: ClaimedWork, error: unknown) => Promise<void> = endFailedWork,
): Promise<void> {
  const work = await claimWork(runtime, hint);
  if (!work) return;
  try {
    refuseExhausted(work);
    await settle(work);
    countOutcome('done');
  } catch (error) {
    await settling(() => onFailure(runtime, work, error));
  }
}
