import { isVoter, quorumOf } from '../access/voters/electorate.ts';
import { type Member, memberRead } from '../identity/member.ts';
import type { Organization } from '../identity/organization.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import type { Approval } from './approval.ts';

/** Finds the member who has a user id. */
export type MemberOf = (userId: string) => Member | undefined;

/** The members as a decision looks them up. */
export function membersIn(draft: JournalDraft): MemberOf {
  return (userId) => draft.lookUp(memberRead(draft.head.organizationId, userId));
}

type Policy = Pick<Organization, 'approvals'>;

/** Whether a person may vote on an approval: they were in its electorate and are still a voter. */
export function mayVoteOn(approval: Approval, organization: Policy, member: Member | undefined): boolean {
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
export function hasQuorum(approval: Approval, organization: Policy, memberOf: MemberOf): boolean {
  return agreed(approval, organization, memberOf) >= votesNeeded(approval, organization);
}

/** Whether enough people could still agree: those who have, and the voters who have not voted yet. */
export function canReachQuorum(approval: Approval, organization: Policy, memberOf: MemberOf): boolean {
  const { approvers = [] } = organization.approvals ?? {};
  const hasVoted = new Set(approval.votes.map(({ actorUserId }) => actorUserId));
  // Whoever loses a role that votes is struck from the policy by the same commit.
  const left = approvers.filter((userId) => wasVoter(approval, userId) && !hasVoted.has(userId));
  return agreed(approval, organization, memberOf) + left.length >= votesNeeded(approval, organization);
}

function agreed(approval: Approval, organization: Policy, memberOf: MemberOf): number {
  const counted = approval.votes.filter(
    ({ decision, actorUserId }) => decision === 'approve' && mayVoteOn(approval, organization, memberOf(actorUserId)),
  );
  return counted.length;
}

function votesNeeded({ required }: Approval, organization: Policy): number {
  return Math.max(required, quorumOf(organization));
}
