import { capNames } from '../../identity/controls.ts';
import type { Organization } from '../../identity/organization.ts';

export type Policy = Pick<Organization, 'limits' | 'velocity' | 'approvals'>;

/**
 * Whether a change permits anything that the previous policy would have refused, or would have held for a vote by other
 * people (design, policy change). A change that is not clearly equally strict or stricter counts as loosening, for
 * example a velocity cap of fewer payouts in fewer minutes. Either a change or its reverse loosens, unless the two
 * policies are equivalent.
 */
export function loosens(before: Policy, after: Policy): boolean {
  return (
    capNames.some((name) => isRaised(before.limits?.[name], after.limits?.[name])) ||
    loosensVelocity(before.velocity, after.velocity) ||
    loosensApprovals(before.approvals, after.approvals)
  );
}

/** No limit counts as the highest limit. */
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
