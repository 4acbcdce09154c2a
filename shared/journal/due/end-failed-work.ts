import { Outage } from '../../ground/errors/outage.ts';
import { UnknownValue } from '../../ground/table/known-values.ts';
import type { ClaimedWork } from './claim-work.ts';
import { postponeForOutage } from './postpone-for-outage.ts';
import { type PostponeRuntime, postponeOrPark } from './postpone-or-park.ts';

/**
 * Ends the claim of failed work: postpones it, or parks it when its attempts have run out. If the work needs a later
 * release, or the outside system is completely unavailable, the work is not at fault. It then waits until that ends,
 * however long it takes.
 * @param among `others` if other work failed together with it
 */
export function endFailedWork(
  runtime: PostponeRuntime,
  work: ClaimedWork,
  error: unknown,
  among?: 'others',
): Promise<void> {
  if (error instanceof UnknownValue || error instanceof Outage) return postponeForOutage(runtime, work, error);
  return postponeOrPark(runtime, work, error, among);
}
