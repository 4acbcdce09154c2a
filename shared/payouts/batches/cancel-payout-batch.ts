import { approvalRef } from '../../approvals/approval.ts';
import { endApproval } from '../../approvals/end-approval.ts';
import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { replace } from '../../ground/table/writes.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { cancelWork } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Batch, BatchEntity, batchRef, batchWork } from './batch/batch.ts';
import { foundBatch } from './batch/find-batch.ts';
import { type BatchBody, presentBatch } from './batch/present-batch.ts';
import { cancelableStatuses } from './batch/statuses.ts';

/**
 * Cancels a batch from which no payout was created, together with its approval (specification, States and transitions,
 * Payout batch).
 * @throws ServiceError BATCH_NOT_FOUND, PAYOUT_BATCH_NOT_CANCELABLE, ACCOUNT_BLOCKED
 */
export async function cancelPayoutBatch(
  runtime: Runtime,
  organizationId: string,
  batchId: string,
  execution: Execution,
) {
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { batch: batchRef(organizationId, batchId) },
      decide: ({ organization, batch: found }, draft) => {
        refuseSuspended(organization);
        const batch = foundBatch(found);
        refuseUnknown(BatchEntity, batch);
        if (!cancelableStatuses.includes(batch.status)) {
          throw new ServiceError('PAYOUT_BATCH_NOT_CANCELABLE', `the batch is ${batch.status}`);
        }
        return { reply: reply(200, endCanceled(draft, batch)), resourceId: batchId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}

/**
 * Cancels a batch whose status permits it.
 * @returns the batch afterwards
 */
export function endCanceled(draft: JournalDraft, batch: Batch): BatchBody {
  endOpenApproval(draft, batch);
  const canceled: Batch = { ...batch, status: 'canceled', updatedAt: draft.timestamp };
  const body = presentBatch(canceled);
  draft.event({ type: 'payout_batch.canceled', batchId: batch.batchId, data: body });
  // A worker that has claimed the work finds the batch changed and its claim gone.
  draft.write(replace(BatchEntity, canceled), cancelWork(batchWork(batch)));
  return body;
}

function endOpenApproval(draft: JournalDraft, { organizationId, approvalId }: Batch): void {
  const approval = approvalId === undefined ? undefined : draft.lookUp(approvalRef(organizationId, approvalId));
  if (approval?.status !== 'pending' && approval?.status !== 'approved') return;
  endApproval(draft, approval, 'failed', { failureReason: 'PAYOUT_BATCH_NOT_CONFIRMABLE' });
}
