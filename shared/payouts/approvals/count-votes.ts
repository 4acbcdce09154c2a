import { isVoter, quorumOf } from '../../access/voters/electorate.ts';
import { type Member, memberRead } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Approval } from './approval.ts';

/** Whether a person may vote on an approval: they were in its electorate and are still a voter. */
export function mayVoteOn(
  approval: Approval,
  organization: Pick<Organization, 'approvals'>,
  member: Member | undefined,
): boolean {
  return isVoter(organization, member) && member !== undefined && wasVoter(approval, member.userId);
}

/** An approval of the previous release names no electorate: everybody except its initiator was in it. */
function wasVoter({ electorate, initiator }: Approval, userId: string): boolean {
  return electorate?.includes(userId) ?? !isInitiator(initiator, userId);
}

/** Whether a person asked for the approval, either directly or with a key that they issued. */
export function isInitiator({ issuedBy, actorUserId }: Approval['initiator'], userId: string): boolean {
  return userId === issuedBy || userId === actorUserId;
}

/**
 * Whether enough people agree. Only votes of people who are still voters count. The larger quorum applies, that of the
 * request or today's: a policy that was tightened since then is binding, one that was loosened is not.
 */
export function hasQuorum(draft: JournalDraft, organization: Organization, approval: Approval): boolean {
  const { organizationId } = organization;
  const counted = approval.votes.filter(
    ({ decision, actorUserId }) =>
      decision === 'approve' &&
      mayVoteOn(approval, organization, draft.lookUp(memberRead(organizationId, actorUserId))),
  );
  return counted.length >= Math.max(approval.required, quorumOf(organization));
}
