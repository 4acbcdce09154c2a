import { capNames } from '../../identity/controls.ts';
import type { Organization } from '../../identity/organization.ts';

export type Policy = Pick<Organization, 'limits' | 'velocity' | 'approvals'>;

/**
 * Whether a change lets anything pass that the policy before would have refused, or would have held for other people
 * (design, policy change). What is not plainly as tight or tighter loosens: a velocity cap of fewer payouts in fewer
 * minutes, say. Of a change and its reverse one loosens, unless they come to the same.
 */
export function loosens(before: Policy, after: Policy): boolean {
  return (
    capNames.some((name) => isRaised(before.limits?.[name], after.limits?.[name])) ||
    loosensVelocity(before.velocity, after.velocity) ||
    loosensApprovals(before.approvals, after.approvals)
  );
}

/** No limit is the highest. */
function isRaised(before: bigint | undefined, after: bigint | undefined): boolean {
  return before !== undefined && (after === undefined || after > before);
}

function loosensVelocity(before: Policy['velocity'], after: Policy['velocity']): boolean {
  if (!before) return false;
  return !after || after.payouts > before.payouts || after.minutes < before.minutes;
}

function loosensApprovals(before: Policy['approvals'], after: Policy['approvals']): boolean {
  if (!before) return false;
  if (!after) return true;
  return (
    isRaised(before.threshold, after.threshold) ||
    isRaised(before.dailyThreshold, after.dailyThreshold) ||
    after.quorum < before.quorum ||
    after.approvers.some((userId) => !before.approvers.includes(userId))
  );
}
