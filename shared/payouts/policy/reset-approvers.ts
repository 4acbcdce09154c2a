import { maxMembers } from '../../access/team/add-member.ts';
import { teamIn, teamRef } from '../../access/team/team.ts';
import { formerOf } from '../../access/voters/former-electorate.ts';
import { nameVoters } from '../../access/voters/name-voters.ts';
import { mailMaterial } from '../../access/voters/remove-voter.ts';
import {
  type Approval,
  ApprovalEntity,
  approvalLifetimeMs,
  approvalRef,
  approvalWork,
} from '../../approvals/approval.ts';
import { canonicalJson, hashOf } from '../../approvals/content.ts';
import { type ApprovalBody, presentApproval } from '../../approvals/present-approval.ts';
import type { OperationCall } from '../../contract/operation.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { SealingKeys } from '../../ground/signatures/seal.ts';
import { create } from '../../ground/table/writes.ts';
import { type Member, MemberEntity, memberPartition, memberRef } from '../../identity/member.ts';
import { identityOf, isAnotherOperator } from '../../identity/operator.ts';
import type { Organization } from '../../identity/organization.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { restartWork, scheduleWork } from '../../journal/due/due-work.ts';
import { mailWrites } from '../../journal/rows/mail-writes.ts';
import { refuseInvalidElectorate } from './refuse-invalid-electorate.ts';
import { requestedChange } from './requested-change.ts';
import { resetMail } from './reset-mail.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Long enough to read the mail and stop the reset, even over a weekend. */
export const resetDelayMs = 72 * HOUR_MS;
/** If the mail to someone is refused: long enough for those who have it to find the others. */
export const unreachedDelayMs = 7 * 24 * HOUR_MS;
/** Time between checks whether the mail was sent to everyone. */
export const mailCheckIntervalMs = HOUR_MS / 12;

export type Reset = NonNullable<Approval['reset']>;

interface ResetRequest {
  readonly approvers: readonly string[];
}

interface Asking {
  readonly approvalId: string;
  readonly operator: string;
  readonly approvers: readonly string[];
  readonly mailId: string;
  readonly sealingKeys: SealingKeys;
  /** As read before the decision; only their addresses are used. */
  readonly members: readonly Member[];
}

/**
 * Requests other voters on behalf of operators, when too few are left to reach the quorum. Creates an approval of kind
 * `policy`, which takes effect 72 hours after mail was sent to owners, voters and those who were either in the last 30
 * days, unless an owner or voter rejects it. After a rejection two operators must request the same people, and nobody
 * can reject that: otherwise one malicious owner could keep an organization without voters forever. If the mail to
 * someone is refused, a second operator must request it, and it takes effect seven days later.
 * @returns the approval
 * @throws ServiceError BAD_REQUEST (no approvals; nobody who can vote, or too few), CONFLICT (one is in progress)
 */
export async function resetApprovers(
  call: OperationCall<unknown, 'sealing'>,
  { approvers }: ResetRequest,
): Promise<ApprovalBody> {
  const { runtime, actorUserId, execution, organization: known } = call;
  await nameVoters(runtime, known);
  const { organizationId } = known;
  const partition = memberPartition(organizationId);
  const { items: members } = await runtime.store.range(MemberEntity, { partition, limit: maxMembers });
  const approvalId = runtime.ids.next('apr', runtime.clock());
  const asking = { approvalId, operator: actorUserId, approvers, members, ...(await mailMaterial(runtime)) };
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      lookUps: [teamRef(organizationId), ...approvers.map((userId) => memberRef(organizationId, userId))],
      decide: ({ organization }, draft) => {
        const approval = decideReset(organization, draft, asking);
        return { reply: { status: 200 as const, body: presentApproval(approval) }, resourceId: approval.approvalId };
      },
    },
    execution,
  );
  return replyOf(outcome).body;
}

function decideReset(organization: Organization, draft: JournalDraft, asking: Asking): Approval {
  const { organizationId, approvals, voterReset } = organization;
  if (!approvals) throw new ServiceError('BAD_REQUEST', 'the organization has no approvals');
  const after = { ...organization, approvals: { ...approvals, approvers: [...asking.approvers] } };
  refuseInvalidElectorate(draft, {}, after);
  const last = voterReset && draft.lookUp(approvalRef(organizationId, voterReset.approvalId));
  if (last && isUnderWay(last, draft.now)) return confirmReset(organization, draft, asking, last);
  const wanted = voterReset?.stoppedAt === undefined ? 1 : 2;
  const approval = newReset(draft, asking, wanted, requestedChange(organization, after, { approvals: null }));
  draft.changeOrganization({
    ...organization,
    voterReset: { ...voterReset, approvalId: approval.approvalId },
  });
  draft.event({ type: 'payout_approval.requested', data: presentApproval(approval) });
  draft.write(create(ApprovalEntity, approval));
  draft.write(
    scheduleWork(approvalWork(approval), wanted === 1 ? draft.now + mailCheckIntervalMs : approval.expiresAt),
  );
  if (wanted === 1) sendResetMail(organization, draft, asking, approval);
  return approval;
}

/** Whether a reset is in progress. A reset that still waits for a second operator ends when it expires. */
function isUnderWay({ status, reset, expiresAt }: Approval, now: number): boolean {
  if (status === 'approved') return true;
  return status === 'pending' && reset !== undefined && (hasEnoughOperators(reset) || expiresAt > now);
}

function newReset(
  draft: JournalDraft,
  { approvalId, operator, mailId }: Asking,
  wanted: number,
  asked: object,
): Approval {
  const bound = {
    organizationId: draft.head.organizationId,
    approvalId,
    kind: 'policy' as const,
    content: canonicalJson(asked),
  };
  return {
    ...bound,
    hash: hashOf(bound),
    version: 1,
    status: 'pending',
    initiator: { actorUserId: operator },
    electorate: [],
    required: 0,
    votes: [],
    reset: { operators: [operator], wanted, mailId },
    expiresAt: draft.now + (wanted === 1 ? resetDelayMs : approvalLifetimeMs),
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
}

/**
 * Starts a reset that waits for a second operator, if another operator requests the same people. The same operator
 * requesting them again changes nothing.
 * @throws ServiceError CONFLICT
 */
function confirmReset(organization: Organization, draft: JournalDraft, asking: Asking, pending: Approval): Approval {
  const { reset, content } = pending;
  const { to } = JSON.parse(content) as { to: { approvals: { approvers: string[] } } };
  const isSame = canonicalJson([...to.approvals.approvers].sort()) === canonicalJson([...asking.approvers].sort());
  // A repeated request, whose first answer may have been lost.
  if (isSame && reset?.operators.includes(asking.operator)) return pending;
  const isAnother = reset?.operators.every((one) => isAnotherOperator(identityOf(one), identityOf(asking.operator)));
  if (!reset || hasEnoughOperators(reset) || !isSame || !isAnother) {
    throw new ServiceError(
      'CONFLICT',
      `${pending.approvalId} is in progress; a second operator has to name the same people`,
    );
  }
  const operators = [...reset.operators, asking.operator];
  if (reset.unreached) return confirmSlowed(draft, pending, { ...reset, operators });
  const begun: Approval = {
    ...pending,
    reset: { ...reset, operators, mailId: asking.mailId },
    expiresAt: draft.now + resetDelayMs,
    updatedAt: draft.timestamp,
  };
  draft.change(ApprovalEntity, begun);
  draft.write(restartWork(approvalWork(begun), draft.now + mailCheckIntervalMs));
  sendResetMail(organization, draft, asking, begun);
  return begun;
}

/**
 * Starts the waiting time of a reset although the mail to someone is refused, after a second operator has requested it.
 */
function confirmSlowed(draft: JournalDraft, pending: Approval, reset: Reset): Approval {
  const begun = { ...slowed(pending, reset, draft.now), updatedAt: draft.timestamp };
  draft.change(ApprovalEntity, begun);
  draft.write(restartWork(approvalWork(begun), begun.expiresAt));
  return begun;
}

/**
 * A reset whose mail is refused for someone. With two operators its waiting time starts; until then it waits for the
 * second one as long as an approval does.
 */
export function slowed(approval: Approval, reset: Reset, now: number): Approval {
  if (!hasEnoughOperators(reset)) return { ...approval, reset, expiresAt: now + approvalLifetimeMs };
  return { ...approval, reset: { ...reset, mailedAt: now }, expiresAt: now + unreachedDelayMs };
}

/** Sends mail to owners, voters, and those who were either within the last 30 days. */
function sendResetMail(organization: Organization, draft: JournalDraft, asking: Asking, approval: Approval): void {
  const former = formerOf(teamIn(draft), draft.now);
  const addressees = new Set([...(organization.approvals?.approvers ?? []), ...former.map(({ userId }) => userId)]);
  const members = asking.members.filter(({ userId }) => addressees.has(userId)).map(({ email }) => email);
  const addresses = [...new Set([...members, ...former.flatMap(({ email }) => email ?? [])])];
  const { organizationId } = organization;
  const mail = { organizationId, mailId: asking.mailId, to: { roles: ['owner' as const], addresses } };
  const text = resetMail(organization, approval, asking.approvers);
  draft.write(...mailWrites({ ...mail, ...text }, asking.sealingKeys, draft.now));
}

/** Whether enough operators have requested the reset. */
export function hasEnoughOperators({ operators, wanted, unreached }: Reset): boolean {
  return operators.length >= (unreached ? 2 : wanted);
}
