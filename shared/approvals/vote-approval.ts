import { restartWork } from '../due/due-work.ts';
import { ServiceError } from '../errors/service-error.ts';
import { reply } from '../http/reply.ts';
import type { Outcome } from '../journal/commit.ts';
import { decideAndCommit, replyOf } from '../journal/decide.ts';
import type { JournalDraft } from '../journal/draft.ts';
import type { Execution } from '../journal/execution.ts';
import { memberRead } from '../members/member.ts';
import type { Organization } from '../organizations/organization.ts';
import { refuseSuspended } from '../organizations/refuse-suspended.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { replace } from '../table/writes.ts';
import { type Approval, ApprovalEntity, approvalRead, approvalWork, type VoteDecision } from './approval.ts';
import { hasQuorum, isApprover } from './approvers.ts';
import { endApproval } from './end-approval.ts';
import { isInitiator } from './initiator.ts';
import { type ApprovalBody, presentApproval } from './present-approval.ts';

export interface Ballot {
  readonly organizationId: string;
  readonly approvalId: string;
  readonly userId: string;
  readonly decision: VoteDecision;
}

type Voted = Outcome<{ status: 200; body: ApprovalBody }>;

/**
 * Records a person's vote (specification, Other referenced operations, approve and reject approval).
 * @throws ServiceError NOT_FOUND, ACCOUNT_BLOCKED, FORBIDDEN (the initiator, no approver), CONFLICT (it has ended)
 */
export async function voteApproval(runtime: Runtime, ballot: Ballot, execution: Execution) {
  const { organizationId, approvalId } = ballot;
  const reads = { approval: approvalRead(organizationId, approvalId) };
  const lookUps = [memberRead(organizationId, ballot.userId)];
  const decide = (found: Found, draft: JournalDraft) => decideVote(found, draft, ballot);
  return replyOf(await decideAndCommit(runtime, { organizationId, reads, lookUps, decide }, execution));
}

interface Found {
  readonly organization: Organization;
  readonly approval: Approval | undefined;
}

/** A person's first vote stands: repeated, or turned into its opposite, it changes nothing, also after the end. */
function decideVote({ organization, approval }: Found, draft: JournalDraft, { userId, decision }: Ballot): Voted {
  if (!approval) throw new ServiceError('NOT_FOUND', 'no such approval');
  if (approval.votes.some(({ actorUserId }) => actorUserId === userId)) return answered(approval);
  refuseVoter(organization, approval, draft, userId);
  refuseEnded(approval, draft.now);
  const votes = [...approval.votes, { actorUserId: userId, decision, at: draft.timestamp }];
  if (decision === 'reject') return answered(endApproval(draft, approval, 'rejected', { votes }).ended);
  const voted: Approval = { ...approval, votes, updatedAt: draft.timestamp };
  return answered(hasQuorum(draft, organization, voted) ? release(draft, voted) : keep(draft, voted));
}

function refuseVoter(organization: Organization, { initiator }: Approval, draft: JournalDraft, userId: string): void {
  refuseSuspended(organization);
  if (isInitiator(initiator, userId)) {
    throw new ServiceError('FORBIDDEN', 'who asked for an approval, or issued the key that did, cannot vote on it');
  }
  if (!isApprover(organization, draft.lookUp(memberRead(organization.organizationId, userId)))) {
    throw new ServiceError('FORBIDDEN', 'only approvers named in the policy may vote; owners and admins where none is');
  }
}

/** Time ends it, not the sweep that notices. */
function refuseEnded({ status, expiresAt }: Approval, now: number): void {
  const current = status === 'pending' && expiresAt <= now ? 'expired' : status;
  if (current !== 'pending') throw new ServiceError('CONFLICT', `the approval is ${current}`);
}

/** Everybody has voted: a worker executes it at once. */
function release(draft: JournalDraft, voted: Approval): Approval {
  draft.write(restartWork(approvalWork(voted), draft.now));
  return keep(draft, { ...voted, status: 'approved' });
}

function keep(draft: JournalDraft, approval: Approval): Approval {
  draft.write(replace(ApprovalEntity, approval));
  return approval;
}

function answered(approval: Approval): Voted {
  return { reply: reply(200, presentApproval(approval)), resourceId: approval.approvalId };
}
