import { teamRef } from '../../access/team/team.ts';
import { canVote, mayStopReset } from '../../access/voters/electorate.ts';
import type { Approval } from '../../approvals/approval.ts';
import { executeApproval } from '../../approvals/execute-approval.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { memberRef } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { RequestedPolicyChange } from './policy-change.ts';
import { refuseInvalidElectorate } from './refuse-invalid-electorate.ts';
import { replacePolicy } from './replace-policy.ts';

/**
 * Names the voters of a reset whose time has come, whatever the current policy says. Nobody can undo a reset by
 * tightening the policy: a quorum that was raised since the request is lowered again. People who can no longer vote are
 * left out. A reset that not everyone was told about fails unless one of those who were told is still an owner or
 * voter.
 * @throws AlteredApproval
 */
export function executeReset(runtime: Runtime, approval: Approval): Promise<void> {
  const { organizationId } = approval;
  const { reached = [] } = approval.reset ?? {};
  const { to } = JSON.parse(approval.content) as RequestedPolicyChange;
  const { approvers: named = [], quorum = 1 } = to.approvals ?? {};
  const after = ({ voterReset: _, ...organization }: Organization, draft: JournalDraft): Organization => {
    const { approvals } = organization;
    if (!approvals) throw new ServiceError('CONFLICT', 'the organization has no approvals any more');
    const approvers = named.filter((userId) => canVote(draft.lookUp(memberRef(organizationId, userId))));
    return { ...organization, approvals: { ...approvals, approvers, quorum: Math.min(approvals.quorum, quorum) } };
  };
  return executeApproval(runtime, approval, {
    reads: {},
    lookUps: [
      teamRef(organizationId),
      ...[...new Set([...named, ...reached])].map((userId) => memberRef(organizationId, userId)),
    ],
    ask: async () => undefined,
    refuse: ({ organization }, draft) => {
      refuseSuspended(organization);
      const couldStop = (userId: string) => mayStopReset(organization, draft.lookUp(memberRef(organizationId, userId)));
      if (approval.reset?.unreached && !reached.some(couldStop)) {
        throw new ServiceError('CONFLICT', 'nobody who was sent the mail is an owner or voter any more');
      }
      refuseInvalidElectorate(draft, {}, after(organization, draft));
    },
    apply: ({ organization }, draft) => {
      replacePolicy(draft, organization, after(organization, draft));
    },
  });
}
