import { isVoter, quorumOf } from '../access/voters/electorate.ts';
import { type Member, memberRef } from '../identity/member.ts';
import type { Organization } from '../identity/organization.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import type { Approval } from './approval.ts';

/** Finds the member who has a user id. */
export type MemberOf = (userId: string) => Member | undefined;

/** Looks up members within a decision. */
export function membersIn(draft: JournalDraft): MemberOf {
  return (userId) => draft.lookUp(memberRef(draft.head.organizationId, userId));
}

type Policy = Pick<Organization, 'approvals'>;

/** Whether a person can vote on an approval: they were in its electorate and are still a voter. */
export function mayVoteOn(approval: Approval, organization: Policy, member: Member | undefined): boolean {
  return isVoter(organization, member) && member !== undefined && wasVoter(approval, member.userId);
}

/** An approval of the previous release names no electorate. Its electorate was everyone except the initiator. */
function wasVoter({ electorate, initiator }: Approval, userId: string): boolean {
  return electorate?.includes(userId) ?? !isInitiator(initiator, userId);
}

/** Whether a person requested the approval, either directly or with a key that they issued. */
export function isInitiator({ issuedBy, actorUserId }: Approval['initiator'], userId: string): boolean {
  return userId === issuedBy || userId === actorUserId;
}

/**
 * Whether enough people agree. Only votes of current voters count. The larger of two quorums applies, the one at the
 * time of the request or the current one: a policy tightened since then is binding, a loosened one is not.
 */
export function hasQuorum(approval: Approval, organization: Policy, memberOf: MemberOf): boolean {
  return agreed(approval, organization, memberOf) >= votesNeeded(approval, organization);
}

/** Whether enough people could still agree: those who have, plus the voters who have not voted yet. */
export function canReachQuorum(approval: Approval, organization: Policy, memberOf: MemberOf): boolean {
  const { approvers = [] } = organization.approvals ?? {};
  const hasVoted = new Set(approval.votes.map(({ actorUserId }) => actorUserId));
  // A person who loses a role that can vote is removed from the policy by the same commit.
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
