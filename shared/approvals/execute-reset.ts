import { ServiceError } from '../errors/service-error.ts';
import type { JournalDraft } from '../journal/draft.ts';
import { memberRead } from '../members/member.ts';
import { teamRead } from '../members/team.ts';
import type { Organization } from '../organizations/organization.ts';
import { refuseSuspended } from '../organizations/refuse-suspended.ts';
import type { RequestedPolicyChange } from '../policy/policy-change.ts';
import { refuseElectorate } from '../policy/refuse-electorate.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Approval } from './approval.ts';
import { canVote } from './electorate.ts';
import { executeApproval } from './execute-approval.ts';
import { rememberDropped } from './former-electorate.ts';

/**
 * Names the voters of a reset whose time has come. Whatever the policy says by then: nobody undoes a reset by tightening,
 * so a quorum that was raised since is again what it was; who may not vote any more is left out.
 * @throws AlteredApproval
 */
export function executeReset(runtime: Runtime, approval: Approval): Promise<void> {
  const { organizationId } = approval;
  const { to } = JSON.parse(approval.content) as RequestedPolicyChange;
  const { approvers: named = [], quorum = 1 } = to.approvals ?? {};
  const after = ({ voterReset: _, ...organization }: Organization, draft: JournalDraft): Organization => {
    const { approvals } = organization;
    if (!approvals) throw new ServiceError('CONFLICT', 'the organization has no approvals any more');
    const approvers = named.filter((userId) => canVote(draft.lookUp(memberRead(organizationId, userId))));
    return { ...organization, approvals: { ...approvals, approvers, quorum: Math.min(approvals.quorum, quorum) } };
  };
  return executeApproval(runtime, approval, {
    reads: {},
    lookUps: [teamRead(organizationId), ...named.map((userId) => memberRead(organizationId, userId))],
    ask: async () => undefined,
    refuse: ({ organization }, draft) => {
      refuseSuspended(organization);
      refuseElectorate(draft, {}, after(organization, draft));
    },
    apply: ({ organization }, draft) => {
      const changed = after(organization, draft);
      rememberDropped(draft, organization, changed);
      draft.changeOrganization(changed);
    },
  });
}
