import type { UpdateExpression } from '../../ground/table/expressions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Store } from '../../ground/table/store.ts';
import type { ClaimedWork } from './claim-work.ts';
import { dueRead, heldBy } from './due-work.ts';

/**
 * Ends a claim: the work is done, or what the update makes of it. A claim that was lost meanwhile is somebody else's to end.
 * @param update on condition of the claim
 * @returns false when somebody else has the work by now
 */
export async function endClaim(
  store: Pick<Store, 'remove' | 'update'>,
  work: ClaimedWork,
  update?: UpdateExpression,
): Promise<boolean> {
  try {
    await (update ? store.update(dueRead(work), update) : store.remove(dueRead(work), heldBy(work.claim)));
    return true;
  } catch (failure) {
    if (failure instanceof ConditionFailed) return false;
    throw failure;
  }
}
