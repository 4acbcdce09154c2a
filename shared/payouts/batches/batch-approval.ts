import type { Approval } from '../../approvals/approval.ts';
import type { ApprovalKindHandler } from '../../approvals/approval-kind.ts';
import { AlteredApproval } from '../../approvals/content.ts';
import { executeApproval } from '../../approvals/execute-approval.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { parseAmount, presentMoney } from '../../ground/money/money.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { replace } from '../../ground/table/writes.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Batch, BatchEntity, batchRef, batchWork } from './batch/batch.ts';
import { presentRequested } from './batch/present-batch.ts';
import type { RequestedBatch } from './batch/requested-batch.ts';
import { beginCreation } from './work/validate-lines.ts';

export const batchApprovals: ApprovalKindHandler = { execute: executeBatchApproval };

/** What people vote on: the batch, its totals, and the most that it may debit. */
export function approvalContent(batch: Batch, largestDebit: bigint, currency: string): RequestedBatch {
  const { batchId, externalReferenceId, itemCount, counts, linesHash } = batch;
  return {
    batchId,
    externalReferenceId,
    itemCount,
    valid: counts.valid,
    invalid: counts.invalid,
    requested: presentRequested(batch),
    largestDebit: presentMoney({ minor: largestDebit, currency }),
    linesHash,
  };
}

/**
 * Releases an approved batch: its valid lines become payouts (specification, States and transitions, Approval, row 2).
 * @throws AlteredApproval
 */
function executeBatchApproval(runtime: Runtime, approval: Approval): Promise<void> {
  const { organizationId, approvalId } = approval;
  const content = JSON.parse(approval.content) as RequestedBatch;
  const { amount, currency } = content.largestDebit;
  const largestDebit = parseAmount(amount, currency) ?? 0n;
  return executeApproval(runtime, approval, {
    reads: { batch: batchRef(organizationId, content.batchId) },
    ask: async () => undefined,
    refuse: ({ organization, batch }) => {
      refuseSuspended(organization);
      refuseUnknown(BatchEntity, batch);
      if (batch?.status !== 'awaiting_confirmation' || batch.approvalId !== approvalId) {
        throw new ServiceError('PAYOUT_BATCH_NOT_CONFIRMABLE', `the batch is ${batch?.status ?? 'gone'}`);
      }
      if (batch.linesHash !== content.linesHash) throw new AlteredApproval(approval);
    },
    apply: ({ batch }, draft) => {
      const creating = beginCreation(batch as Batch);
      draft.write(
        replace(BatchEntity, { ...creating, approvalId, largestDebit, updatedAt: draft.timestamp }),
        scheduleWork(batchWork(creating), draft.now),
      );
    },
  });
}
