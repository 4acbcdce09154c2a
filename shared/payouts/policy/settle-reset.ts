import { absent } from '../../ground/table/expressions.ts';
import { checkIf, replace } from '../../ground/table/writes.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate, restartWork } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { mailRead } from '../../journal/rows/mail-entity.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { type Approval, ApprovalEntity, approvalRead, approvalWork } from '../approvals/approval.ts';
import { mailCheckIntervalMs, resetDelayMs } from './reset-approvers.ts';

/**
 * Advances a reset of voters: its 72 hours begin once the mail was sent to everybody. When they are over, the reset is
 * approved, and the worker executes it.
 */
export async function settleReset(runtime: WorkerRuntime, work: ClaimedWork, known: Approval): Promise<void> {
  const { organizationId, approvalId } = known;
  const mail = mailRead({ organizationId, mailId: known.reset?.mailId ?? '' });
  if (known.reset?.mailedAt === undefined && (await runtime.store.get(mail))) {
    return void (await endClaim(
      runtime.store,
      work,
      rescheduleUpdate(work.claim, runtime.clock() + mailCheckIntervalMs),
    ));
  }
  const outcome = await decideAndCommit(runtime, {
    organizationId,
    reads: { approval: approvalRead(organizationId, approvalId) },
    decide: ({ approval }, draft) => {
      if (approval?.status !== 'pending' || !approval.reset) return undefined;
      if (approval.reset.mailedAt === undefined) draft.write(checkIf(mail, absent));
      const next = advanced(approval, approval.reset, draft.now);
      if (!next) return undefined;
      draft.write(replace(ApprovalEntity, { ...next, updatedAt: draft.timestamp }));
      draft.write(restartWork(approvalWork(approval), next.status === 'approved' ? draft.now : next.expiresAt));
      return { reply: { status: 200, body: undefined } };
    },
  });
  if (!outcome) await endClaim(runtime.store, work, rescheduleUpdate(work.claim, known.expiresAt));
}

function advanced(approval: Approval, reset: NonNullable<Approval['reset']>, now: number): Approval | undefined {
  if (reset.mailedAt === undefined) {
    return { ...approval, reset: { ...reset, mailedAt: now }, expiresAt: now + resetDelayMs };
  }
  return now < approval.expiresAt ? undefined : { ...approval, status: 'approved' };
}
