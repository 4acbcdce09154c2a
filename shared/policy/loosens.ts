import type { Organization } from '../organizations/organization.ts';
import { capNames } from './controls.ts';

export type Policy = Pick<Organization, 'limits' | 'velocity' | 'approvals'>;

/** Whether somebody approves where nobody is named: an owner or admin. */
type ApprovesUnnamed = (userId: string) => boolean;

/**
 * Whether a change lets anything pass that the policy before would have refused, or would have held for other people
 * (design, policy change). What is not plainly as tight or tighter loosens: a velocity cap of fewer payouts in fewer
 * minutes, say. Of a change and its reverse one loosens, unless they come to the same.
 */
export function loosens(before: Policy, after: Policy, approvesUnnamed: ApprovesUnnamed): boolean {
  return (
    capNames.some((name) => isRaised(before.limits?.[name], after.limits?.[name])) ||
    loosensVelocity(before.velocity, after.velocity) ||
    loosensApprovals(before.approvals, after.approvals, approvesUnnamed)
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

function loosensApprovals(
  before: Policy['approvals'],
  after: Policy['approvals'],
  approvesUnnamed: ApprovesUnnamed,
): boolean {
  if (!before) return false;
  if (!after) return true;
  return (
    isRaised(before.threshold, after.threshold) ||
    after.quorum < before.quorum ||
    letsMoreVote(before.approvers, after.approvers, approvesUnnamed)
  );
}

/** Nobody named stands for owners and admins, whoever becomes one. */
function letsMoreVote(before: readonly string[], after: readonly string[], approvesUnnamed: ApprovesUnnamed): boolean {
  if (before.length === 0) return !after.every(approvesUnnamed);
  return after.length === 0 || after.some((userId) => !before.includes(userId));
}
