import { maxMembers } from '../access/team/add-member.ts';
import { nameVoters } from '../access/voters/name-voters.ts';
import { refTo } from '../ground/table/expressions.ts';
import { UnknownValue } from '../ground/table/known-values.ts';
import { checkUnchanged } from '../ground/table/writes.ts';
import { type Member, MemberEntity, memberPartition, memberRef } from '../identity/member.ts';
import { OrganizationEntity } from '../identity/organization.ts';
import { decideAndCommit } from '../journal/commit/decide.ts';
import type { ClaimedWork } from '../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../journal/due/due-work.ts';
import { endClaim } from '../journal/due/end-claim.ts';
import { endWork } from '../journal/due/end-work.ts';
import type { WorkerPorts } from '../ports/runtime.ts';
import { type Approval, ApprovalEntity, approvalRef } from './approval.ts';
import type { ApprovalKindHandlers, ApprovalRuntime } from './approval-kind.ts';
import { isAltered } from './content.ts';
import { membersIn } from './count-votes.ts';
import { endApproval } from './end-approval.ts';
import { markApproved } from './mark-approved.ts';
import { isOfKnownKind, isOpen, readOpenApprovals } from './open-approvals.ts';
import { recount } from './recount.ts';

/** Well below the worker's timeout and its lease. If approvals are left, the work is due again at once. */
const workingMs = 8_000;

/**
 * Recounts every open approval of an organization after its voters, its quorum or its members have changed. Approvals
 * with enough votes are approved, and approvals that nobody can decide any more fail, each in a commit of its own.
 * @throws UnknownValue when some are left that only a later release understands
 */
export async function recountApprovals(
  runtime: ApprovalRuntime & WorkerPorts,
  work: ClaimedWork,
  kinds: ApprovalKindHandlers,
): Promise<void> {
  const { store, clock } = runtime;
  const { organizationId } = work;
  const until = clock() + workingMs;
  const wanted = refTo(OrganizationEntity, { organizationId });
  const organization = await store.get(wanted);
  if (!organization) throw new Error(`there is no organization ${organizationId}`);
  await nameVoters(runtime, organization);
  const members = await membersOf(runtime, organizationId);
  let after: string | undefined;
  let areSomeUnknown = false;
  let areSomeLeft = false;
  do {
    const { items, next } = await readOpenApprovals(runtime, organizationId, after);
    for (const approval of items) {
      const isKnown = isOfKnownKind(approval);
      areSomeUnknown ||= !isKnown;
      if (!isKnown || !recount(approval, organization, (userId) => members.get(userId), clock())) continue;
      if (!(await settle(runtime, approval, kinds))) areSomeLeft = true;
    }
    after = next;
  } while (after !== undefined && clock() < until);
  if (areSomeUnknown) throw new UnknownValue(ApprovalEntity, 'kind');
  if (areSomeLeft || after !== undefined)
    return void (await endClaim(store, work, rescheduleUpdate(work.claim, clock())));
  await endWork(runtime, work, checkUnchanged(wanted, organization));
}

/** The most items read in one transaction. */
const membersTogether = 100;

/**
 * The members, each read in a transaction. The rows of the commit that requested the recount become visible one by one,
 * so a plain read may still return the old member although the due row and the organization are new.
 */
async function membersOf(
  { store }: Pick<ApprovalRuntime, 'store'>,
  organizationId: string,
): Promise<ReadonlyMap<string, Member>> {
  const partition = memberPartition(organizationId);
  const { items: seen } = await store.range(MemberEntity, { partition, limit: maxMembers });
  const members = new Map<string, Member>();
  for (let start = 0; start < seen.length; start += membersTogether) {
    const some = seen.slice(start, start + membersTogether);
    const reads = Object.fromEntries(some.map(({ userId }) => [userId, memberRef(organizationId, userId)]));
    for (const member of Object.values(await store.getTogether(reads))) if (member) members.set(member.userId, member);
  }
  return members;
}

/**
 * Decides about one approval from its stored state. An altered approval stays held until a person has examined it.
 * @returns false if it stays open although the members, as they were read, say otherwise. No commit has checked this
 * decision, so the approval is looked at again
 */
async function settle(
  runtime: ApprovalRuntime & WorkerPorts,
  known: Approval,
  kinds: ApprovalKindHandlers,
): Promise<boolean> {
  const { organizationId, approvalId } = known;
  let isSettled = true;
  await decideAndCommit(runtime, {
    organizationId,
    reads: { approval: approvalRef(organizationId, approvalId) },
    lookUps: personsOf(known).map((userId) => memberRef(organizationId, userId)),
    decide: ({ organization, approval }, draft) => {
      isSettled = !approval || isAltered(approval) || !isOpen(approval);
      if (!approval || isSettled) return undefined;
      const recounted = recount(approval, organization, membersIn(draft), draft.now);
      if (!recounted) return undefined;
      isSettled = true;
      if (recounted.status === 'approved') markApproved(draft, approval);
      else {
        endApproval(draft, approval, 'failed', { failureReason: recounted.failureReason });
        kinds[approval.kind].ended?.(draft, approval, 'failed');
      }
      return { reply: { status: 200, body: undefined } };
    },
  });
  return isSettled;
}

/** The people whose rows a recount looks at. */
function personsOf({ initiator, votes }: Approval): string[] {
  const voters = votes.map(({ actorUserId }) => actorUserId);
  return initiator.actorUserId === undefined ? voters : [...voters, initiator.actorUserId];
}
