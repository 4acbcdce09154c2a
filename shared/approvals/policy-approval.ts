import { memberRead } from '../members/member.ts';
import { refuseSuspended } from '../organizations/refuse-suspended.ts';
import { changedPolicy } from '../policy/changed-policy.ts';
import type { RequestedPolicyChange } from '../policy/policy-change.ts';
import { refuseAbovePlatform } from '../policy/refuse-above-platform.ts';
import { refuseElectorate } from '../policy/refuse-electorate.ts';
import { refuseChangedMeanwhile } from '../policy/requested-change.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Approval } from './approval.ts';
import type { ApprovalKindHandler } from './approval-kind.ts';
import { executeApproval } from './execute-approval.ts';
import { executeReset } from './execute-reset.ts';
import { rememberDropped } from './former-electorate.ts';
import { hasBegun } from './reset-voters.ts';
import { settleReset } from './settle-reset.ts';

export const policyApprovals: ApprovalKindHandler = {
  execute: executePolicyApproval,
  pending: { isFor: ({ reset }) => reset !== undefined && hasBegun(reset), settle: settleReset },
};

/**
 * Executes an approved change of the policy, if what it changes is still what people saw when they voted, and it is
 * within the platform's caps and names who may vote (design, policy change).
 * @throws AlteredApproval
 */
function executePolicyApproval(runtime: Runtime, approval: Approval): Promise<void> {
  const { organizationId } = approval;
  if (approval.reset) return executeReset(runtime, approval);
  const requested = JSON.parse(approval.content) as RequestedPolicyChange;
  return executeApproval(runtime, approval, {
    reads: {},
    lookUps: (requested.to.approvals?.approvers ?? []).map((userId) => memberRead(organizationId, userId)),
    ask: async () => undefined,
    refuse: ({ organization }, draft) => {
      refuseSuspended(organization);
      refuseChangedMeanwhile(organization, requested);
      const after = changedPolicy(organization, requested.to);
      refuseAbovePlatform(after, requested.to);
      if (requested.to.approvals) refuseElectorate(draft, organization, after);
    },
    apply: ({ organization }, draft) => {
      const after = changedPolicy(organization, requested.to);
      rememberDropped(draft, organization, after);
      draft.changeOrganization(after);
    },
  });
}
