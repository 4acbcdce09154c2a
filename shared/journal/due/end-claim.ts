import type { UpdateExpression } from '../../ground/table/expressions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Store } from '../../ground/table/store.ts';
import type { ClaimedWork } from './claim-work.ts';
import { dueRef, heldBy } from './due-work.ts';

/**
 * Ends a claim: removes the work, or applies the update. Writes nothing when the claim is no longer held.
 * @param update must be conditional on the claim
 * @returns false when the claim was no longer held
 */
export async function endClaim(
  store: Pick<Store, 'remove' | 'update'>,
  work: ClaimedWork,
  update?: UpdateExpression,
): Promise<boolean> {
  try {
    await (update ? store.update(dueRef(work), update) : store.remove(dueRef(work), heldBy(work.claim)));
    return true;
  } catch (failure) {
    if (failure instanceof ConditionFailed) return false;
    throw failure;
  }
}
