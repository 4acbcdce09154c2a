import { mayStopReset } from '../access/voters/electorate.ts';
import { nameVoters } from '../access/voters/name-voters.ts';
import { reply } from '../contract/reply.ts';
import { ServiceError } from '../ground/errors/service-error.ts';
import { replace } from '../ground/table/writes.ts';
import { memberRef } from '../identity/member.ts';
import type { Organization } from '../identity/organization.ts';
import { refuseSuspended } from '../identity/refuse-suspended.ts';
import type { Outcome } from '../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../journal/commit/decide.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import type { Execution } from '../journal/commit/execution.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type Approval, ApprovalEntity, approvalRef, type VoteDecision } from './approval.ts';
import type { ApprovalEndings } from './approval-kind.ts';
import { isAltered } from './content.ts';
import { hasQuorum, isInitiator, mayVoteOn, membersIn } from './count-votes.ts';
import { endApproval } from './end-approval.ts';
import { markApproved } from './mark-approved.ts';
import { type ApprovalBody, presentApproval } from './present-approval.ts';

export interface Ballot {
  readonly approvalId: string;
  readonly userId: string;
  readonly decision: VoteDecision;
  /** Hash of the content that the voter saw, if given. */
  readonly contentHash?: string | undefined;
}

type Voted = Outcome<{ status: 200; body: ApprovalBody }>;

/**
 * Records a person's vote (specification, Other referenced operations, approve and reject approval).
 * @param endings what a rejection ends, by the kind of the approval
 * @throws ServiceError NOT_FOUND; ACCOUNT_BLOCKED; FORBIDDEN for the initiator and for anyone who is not a voter;
 * CONFLICT when the approval has ended, or its hash is not the `contentHash` of the vote
 */
export async function voteApproval(
  runtime: Runtime,
  known: Organization,
  ballot: Ballot,
  endings: ApprovalEndings,
  execution: Execution,
) {
  await nameVoters(runtime, known);
  const { organizationId } = known;
  const { approvalId } = ballot;
  const reads = { approval: approvalRef(organizationId, approvalId) };
  const lookUps = [memberRef(organizationId, ballot.userId)];
  const decide = (found: Found, draft: JournalDraft) => decideVote(found, draft, ballot, endings);
  return replyOf(await decideAndCommit(runtime, { organizationId, reads, lookUps, decide }, execution));
}

interface Found {
  readonly organization: Organization;
  readonly approval: Approval | undefined;
}

/** A person's first vote counts. A repeated or opposite vote changes nothing, even after the approval has ended. */
function decideVote(
  { organization, approval }: Found,
  draft: JournalDraft,
  ballot: Ballot,
  endings: ApprovalEndings,
): Voted {
  const { userId, decision } = ballot;
  if (!approval) throw new ServiceError('NOT_FOUND', 'no such approval');
  refuseOtherContent(approval, ballot);
  if (approval.votes.some(({ actorUserId }) => actorUserId === userId)) return answered(approval);
  if (approval.reset) refuseStop(organization, approval.reset, draft, { userId, decision });
  else refuseVoter(organization, approval, draft, userId);
  refuseEnded(approval, draft.now);
  const votes = [...approval.votes, { actorUserId: userId, decision, at: draft.timestamp }];
  if (approval.reset) {
    draft.changeOrganization({
      ...organization,
      voterReset: { ...organization.voterReset, approvalId: approval.approvalId, stoppedAt: draft.now },
    });
  }
  if (decision === 'reject') {
    endings[approval.kind]?.ended(draft, approval, 'rejected');
    return answered(endApproval(draft, approval, 'rejected', { votes }).ended);
  }
  const voted: Approval = { ...approval, votes, updatedAt: draft.timestamp };
  return answered(hasQuorum(voted, organization, membersIn(draft)) ? markApproved(draft, voted) : save(draft, voted));
}

/** Checked even before a repeated vote is answered: a voter who names another hash has not seen this approval. */
function refuseOtherContent(approval: Approval, { contentHash }: Ballot): void {
  const { hash } = approval;
  if (isAltered(approval)) throw new ServiceError('CONFLICT', 'the approval no longer has the requested content');
  if (contentHash === undefined || contentHash === hash) return;
  throw new ServiceError('CONFLICT', 'contentHash: the approval has different content');
}

function refuseVoter(organization: Organization, approval: Approval, draft: JournalDraft, userId: string): void {
  refuseSuspended(organization);
  if (isInitiator(approval.initiator, userId)) {
    throw new ServiceError(
      'FORBIDDEN',
      'the requester of an approval, or the issuer of the requesting key, cannot vote on it',
    );
  }
  if (!mayVoteOn(approval, organization, draft.lookUp(memberRef(organization.organizationId, userId)))) {
    throw new ServiceError(
      'FORBIDDEN',
      'only voters of the policy can vote, if they were voters at the time of the request and are not responsible for the requester',
    );
  }
}

/** A reset of voters takes effect without votes. Any current owner or voter can stop the first one. */
function refuseStop(
  organization: Organization,
  { wanted }: NonNullable<Approval['reset']>,
  draft: JournalDraft,
  { userId, decision }: Pick<Ballot, 'userId' | 'decision'>,
): void {
  refuseSuspended(organization);
  const member = draft.lookUp(memberRef(organization.organizationId, userId));
  if (!mayStopReset(organization, member)) {
    throw new ServiceError('FORBIDDEN', 'only owners and voters of the policy can stop it');
  }
  if (decision === 'approve') throw new ServiceError('FORBIDDEN', 'it takes effect by itself; it can only be rejected');
  if (wanted > 1) throw new ServiceError('FORBIDDEN', 'it was stopped before, and two operators have confirmed it');
}

/**
 * An approval ends when its time is up, even if no worker has ended it yet. A reset of voters can be stopped until a
 * worker has approved it.
 */
function refuseEnded({ status, expiresAt, reset }: Approval, now: number): void {
  const current = status === 'pending' && expiresAt <= now && !reset ? 'expired' : status;
  if (current !== 'pending') throw new ServiceError('CONFLICT', `the approval is ${current}`);
}

function save(draft: JournalDraft, approval: Approval): Approval {
  draft.write(replace(ApprovalEntity, approval));
  return approval;
}

function answered(approval: Approval): Voted {
  return { reply: reply(200, presentApproval(approval)), resourceId: approval.approvalId };
}
