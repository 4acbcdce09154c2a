import { maxMembers } from '../../access/team/add-member.ts';
import { teamIn, teamRead } from '../../access/team/team.ts';
import { formerOf } from '../../access/voters/former-electorate.ts';
import { mailMaterial } from '../../access/voters/lose-vote.ts';
import { nameVoters } from '../../access/voters/name-voters.ts';
import type { OperationCall } from '../../contract/operation.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { create } from '../../ground/table/writes.ts';
import { type Member, MemberEntity, memberPartition, memberRead } from '../../identity/member.ts';
import type { Organization } from '../../identity/organization.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { restartWork, scheduleWork } from '../../journal/due/due-work.ts';
import { mailWrites } from '../../journal/rows/mail-writes.ts';
import {
  type Approval,
  ApprovalEntity,
  approvalLifetimeMs,
  approvalRead,
  approvalWork,
} from '../approvals/approval.ts';
import { canonicalJson, hashOf } from '../approvals/content.ts';
import { type ApprovalBody, presentApproval } from '../approvals/present-approval.ts';
import { refuseElectorate } from './refuse-electorate.ts';
import { requestedChange } from './requested-change.ts';
import { resetMail } from './reset-mail.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Time to hear of it and to stop it, over a weekend too. */
export const resetDelayMs = 72 * HOUR_MS;
/** How soon it is looked whether all were sent the mail. */
export const mailLookMs = HOUR_MS / 12;

interface ResetRequest {
  readonly approvers: readonly string[];
}

interface Asking {
  readonly approvalId: string;
  readonly operator: string;
  readonly approvers: readonly string[];
  readonly mailId: string;
  readonly sealingKey: Buffer;
  /** As they were just read; only their addresses count. */
  readonly members: readonly Member[];
}

/**
 * Asks for other voters, as operators do where too few are left to agree: an approval of kind `policy` that takes effect 72
 * hours after owners, voters and those of the last 30 days were sent mail, unless an owner or voter rejects it. After a stop
 * two operators have to ask for the same people, and that nobody stops: or one thief among the owners could keep an
 * organization without voters for ever.
 * @returns the approval
 * @throws ServiceError BAD_REQUEST (no approvals; nobody who may vote, or too few), CONFLICT (one is under way)
 */
export async function resetVoters(call: OperationCall, { approvers }: ResetRequest): Promise<ApprovalBody> {
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
      lookUps: [teamRead(organizationId), ...approvers.map((userId) => memberRead(organizationId, userId))],
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
  refuseElectorate(draft, {}, after);
  const last = voterReset && draft.lookUp(approvalRead(organizationId, voterReset.approvalId));
  if (last && isUnderWay(last, draft.now)) return second(organization, draft, asking, last);
  const wanted = voterReset?.stoppedAt === undefined ? 1 : 2;
  const approval = newReset(draft, asking, wanted, requestedChange(organization, after, { approvals: null }));
  draft.changeOrganization({
    ...organization,
    voterReset: { ...voterReset, approvalId: approval.approvalId },
  });
  draft.event({ type: 'payout_approval.requested', data: presentApproval(approval) });
  draft.write(create(ApprovalEntity, approval));
  draft.write(scheduleWork(approvalWork(approval), wanted === 1 ? draft.now + mailLookMs : approval.expiresAt));
  if (wanted === 1) tell(organization, draft, asking, approval);
  return approval;
}

/** One that still waits for a second operator ends by itself. */
function isUnderWay({ status, reset, expiresAt }: Approval, now: number): boolean {
  if (status === 'approved') return true;
  return status === 'pending' && reset !== undefined && (hasBegun(reset) || expiresAt > now);
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

/** Another operator asks for the same people: it begins. */
function second(organization: Organization, draft: JournalDraft, asking: Asking, pending: Approval): Approval {
  const { reset, content } = pending;
  const { to } = JSON.parse(content) as { to: { approvals: { approvers: string[] } } };
  const isSame = canonicalJson([...to.approvals.approvers].sort()) === canonicalJson([...asking.approvers].sort());
  if (!reset || reset.operators.length >= reset.wanted || !isSame || reset.operators.includes(asking.operator)) {
    throw new ServiceError(
      'CONFLICT',
      `${pending.approvalId} is under way; a second operator asks for the same people`,
    );
  }
  const begun: Approval = {
    ...pending,
    reset: { ...reset, operators: [...reset.operators, asking.operator], mailId: asking.mailId },
    expiresAt: draft.now + resetDelayMs,
    updatedAt: draft.timestamp,
  };
  draft.change(ApprovalEntity, begun);
  draft.write(restartWork(approvalWork(begun), draft.now + mailLookMs));
  tell(organization, draft, asking, begun);
  return begun;
}

/** Owners, voters, and who was either within 30 days. */
function tell(organization: Organization, draft: JournalDraft, asking: Asking, approval: Approval): void {
  const former = formerOf(teamIn(draft), draft.now);
  const told = new Set([...(organization.approvals?.approvers ?? []), ...former.map(({ userId }) => userId)]);
  const members = asking.members.filter(({ userId }) => told.has(userId)).map(({ email }) => email);
  const addresses = [...new Set([...members, ...former.flatMap(({ email }) => email ?? [])])];
  const { organizationId } = organization;
  const mail = { organizationId, mailId: asking.mailId, to: { roles: ['owner' as const], addresses } };
  const text = resetMail(organization, approval, asking.approvers);
  draft.write(...mailWrites({ ...mail, ...text }, asking.sealingKey, draft.now));
}

/** Whether it is under way by as many operators as it wants. */
export function hasBegun({ operators, wanted }: NonNullable<Approval['reset']>): boolean {
  return operators.length >= wanted;
}
