import { Outage } from '../../ground/errors/outage.ts';
import { UnknownValue } from '../../ground/table/known-values.ts';
import type { ClaimedWork } from './claim-work.ts';
import { postponeForOutage } from './postpone-for-outage.ts';
import { type PostponeRuntime, postponeOrPark } from './postpone-or-park.ts';

/**
 * Ends the claim of work that failed: it is postponed, and finally parked. If the work needs a later release, or the
 * other side is down as a whole, the work is not at fault: it waits until that ends, however long it takes.
 * @param among others that failed with it
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
