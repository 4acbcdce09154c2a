import type { JournalDraft } from '../journal/draft.ts';
import { type Member, memberRead } from '../members/member.ts';
import { may } from '../members/roles.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Approval } from './approval.ts';

type Approvals = Pick<Organization, 'approvals'>;

/** Votes that an approval takes: at least one, whatever the policy says. */
export function quorumOf({ approvals }: Approvals): number {
  return Math.max(1, approvals?.quorum ?? 1);
}

/** Whether somebody may vote: a member named as approver; where none is named, an owner or admin. */
export function isApprover({ approvals }: Approvals, member: Member | undefined): boolean {
  if (!member || !may(member.role, 'approvals.vote')) return false;
  const approvers = approvals?.approvers ?? [];
  return approvers.length > 0 ? approvers.includes(member.userId) : ['owner', 'admin'].includes(member.role);
}

/**
 * Whether enough people agree. Only votes of those count who are approvers still, and the larger quorum holds of that at
 * the request and today's: a policy that was tightened meanwhile binds, one that was loosened does not.
 */
export function hasQuorum(draft: JournalDraft, organization: Organization, { votes, required }: Approval): boolean {
  const { organizationId } = organization;
  const counted = votes.filter(
    ({ decision, actorUserId }) =>
      decision === 'approve' && isApprover(organization, draft.lookUp(memberRead(organizationId, actorUserId))),
  );
  return counted.length >= Math.max(required, quorumOf(organization));
}
