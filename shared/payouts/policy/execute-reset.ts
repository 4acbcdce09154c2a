import { teamRead } from '../../access/team/team.ts';
import { canVote } from '../../access/voters/electorate.ts';
import { rememberDropped } from '../../access/voters/former-electorate.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { memberRead } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Approval } from '../approvals/approval.ts';
import { executeApproval } from '../approvals/execute-approval.ts';
import type { RequestedPolicyChange } from '../approvals/policy-change.ts';
import { refuseInvalidElectorate } from './refuse-invalid-electorate.ts';

/**
 * Names the voters of a reset whose time has come, whatever the policy says by then. Nobody can undo a reset by
 * tightening the policy: a quorum that was raised since the request is lowered again. People who may no longer vote are
 * left out.
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
      refuseInvalidElectorate(draft, {}, after(organization, draft));
    },
    apply: ({ organization }, draft) => {
      const changed = after(organization, draft);
      rememberDropped(draft, organization, changed);
      draft.changeOrganization(changed);
    },
  });
}
