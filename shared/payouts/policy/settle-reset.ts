import { type Approval, ApprovalEntity, approvalRef, approvalWork } from '../../approvals/approval.ts';
import { absent } from '../../ground/table/expressions.ts';
import { checkIf, replace } from '../../ground/table/writes.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate, restartWork } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { mailRef } from '../../journal/rows/mail-entity.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { hasEnoughOperators, mailCheckIntervalMs, type Reset, resetDelayMs, slowed } from './reset-approvers.ts';
import { findUnreached, type Unreached } from './unreached.ts';

/**
 * Advances a reset of voters: its 72 hours start once the mail was sent to everyone, or the longer period once the
 * mailer has permanently refused someone. When the time is over, the reset is approved, and the worker executes it.
 */
export async function settleReset(runtime: WorkerRuntime, work: ClaimedWork, known: Approval): Promise<void> {
  const { organizationId, approvalId } = known;
  const mail = mailRef({ organizationId, mailId: known.reset?.mailId ?? '' });
  const waiting = known.reset?.mailedAt === undefined ? await runtime.store.get(mail) : undefined;
  const unreached = waiting && (await findUnreached(runtime.store, waiting));
  if (waiting && !unreached) {
    return void (await endClaim(
      runtime.store,
      work,
      rescheduleUpdate(work.claim, runtime.clock() + mailCheckIntervalMs),
    ));
  }
  const outcome = await decideAndCommit(runtime, {
    organizationId,
    reads: { approval: approvalRef(organizationId, approvalId) },
    decide: ({ approval }, draft) => {
      if (approval?.status !== 'pending' || !approval.reset || !hasEnoughOperators(approval.reset)) return undefined;
      if (approval.reset.mailedAt === undefined && !unreached) draft.write(checkIf(mail, absent));
      const next = advanced(approval, approval.reset, draft.now, unreached);
      if (!next) return undefined;
      draft.write(replace(ApprovalEntity, { ...next, updatedAt: draft.timestamp }));
      draft.write(restartWork(approvalWork(approval), next.status === 'approved' ? draft.now : next.expiresAt));
      return { reply: { status: 200, body: undefined } };
    },
  });
  if (!outcome) await endClaim(runtime.store, work, rescheduleUpdate(work.claim, known.expiresAt));
}

function advanced(
  approval: Approval,
  reset: Reset,
  now: number,
  unreached: Unreached | undefined,
): Approval | undefined {
  if (reset.mailedAt !== undefined) return now < approval.expiresAt ? undefined : { ...approval, status: 'approved' };
  if (unreached) return slowed(approval, { ...reset, ...unreached }, now);
  return { ...approval, reset: { ...reset, mailedAt: now }, expiresAt: now + resetDelayMs };
}
