import type { Approval } from '../../approvals/approval.ts';
import type { ApprovalKindHandler } from '../../approvals/approval-kind.ts';
import { executeApproval } from '../../approvals/execute-approval.ts';
import { memberRef } from '../../identity/member.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { changedPolicy } from './changed-policy.ts';
import { executeReset } from './execute-reset.ts';
import type { RequestedPolicyChange } from './policy-change.ts';
import { refuseAbovePlatformCaps } from './refuse-above-platform-caps.ts';
import { refuseInvalidElectorate } from './refuse-invalid-electorate.ts';
import { replacePolicy } from './replace-policy.ts';
import { refuseChangedMeanwhile } from './requested-change.ts';
import { hasEnoughOperators } from './reset-approvers.ts';
import { settleReset } from './settle-reset.ts';

export const policyApprovals: ApprovalKindHandler = {
  execute: executePolicyApproval,
  pending: { isFor: ({ reset }) => reset !== undefined && hasEnoughOperators(reset), settle: settleReset },
};

/**
 * Executes an approved policy change, if the controls that it changes are still as people saw them when they voted, and
 * if the change is within the platform's caps and names people who can vote (design, policy change).
 * @throws AlteredApproval
 */
function executePolicyApproval(runtime: Runtime, approval: Approval): Promise<void> {
  const { organizationId } = approval;
  if (approval.reset) return executeReset(runtime, approval);
  const requested = JSON.parse(approval.content) as RequestedPolicyChange;
  return executeApproval(runtime, approval, {
    reads: {},
    lookUps: (requested.to.approvals?.approvers ?? []).map((userId) => memberRef(organizationId, userId)),
    ask: async () => undefined,
    refuse: ({ organization }, draft) => {
      refuseSuspended(organization);
      refuseChangedMeanwhile(organization, requested);
      const after = changedPolicy(organization, requested.to);
      refuseAbovePlatformCaps(after, requested.to);
      if (requested.to.approvals) refuseInvalidElectorate(draft, organization, after);
    },
    apply: ({ organization }, draft) => {
      replacePolicy(draft, organization, changedPolicy(organization, requested.to));
    },
  });
}
