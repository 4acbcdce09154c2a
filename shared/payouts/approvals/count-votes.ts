import { isVoter, quorumOf } from '../../access/voters/electorate.ts';
import { type Member, memberRead } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Approval } from './approval.ts';

/** Whether somebody may vote on an approval: who was in its electorate and is a voter still. */
export function mayVoteOn(
  approval: Approval,
  organization: Pick<Organization, 'approvals'>,
  member: Member | undefined,
): boolean {
  return isVoter(organization, member) && member !== undefined && wasVoter(approval, member.userId);
}

/** An approval of the release before names no electorate: then whoever did not ask for it. */
function wasVoter({ electorate, initiator }: Approval, userId: string): boolean {
  return electorate?.includes(userId) ?? !isInitiator(initiator, userId);
}

/** Whether a person asked for it, by themselves or by a key that they issued. */
export function isInitiator({ issuedBy, actorUserId }: Approval['initiator'], userId: string): boolean {
  return userId === issuedBy || userId === actorUserId;
}

/**
 * Whether enough people agree. Only votes of those count who are voters still, and the larger quorum holds of that at
 * the request and today's: a policy that was tightened meanwhile binds, one that was loosened does not.
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
