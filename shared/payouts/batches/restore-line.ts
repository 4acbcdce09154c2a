import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { create, replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Payout } from '../payout/payout.ts';
import {
  type Batch,
  BatchEntity,
  BatchReferenceEntity,
  batchRef,
  batchReferenceRef,
  batchReferenceRows,
} from './batch/batch.ts';
import { BatchItemEntity, createdItem, indexOf } from './batch/batch-item.ts';
import { cancelableStatuses } from './batch/statuses.ts';
import { withDebit, withMoved } from './batch/totals.ts';
import { endCanceled } from './cancel-payout-batch.ts';

/**
 * Further changes of the commit that restores a payout, if the payout is a line of a batch. The batch's reference is
 * reserved again, so that nobody submits the batch a second time. If the table has the batch, its line is marked as
 * created, so that its creation does not reach the line (docs/adr/0032). A second batch that was submitted in the
 * meantime is canceled.
 * @throws ServiceError PAYOUT_BATCH_DUPLICATE_REFERENCE when it is too late for that
 */
export function restoreLine(draft: JournalDraft, payout: Payout): void {
  const { organizationId, batchId, batchReference: externalReferenceId } = payout;
  if (batchId === undefined || externalReferenceId === undefined) return;
  takeReference(draft, { organizationId, externalReferenceId, batchId });
  const batch = draft.lookUp(batchRef(organizationId, batchId));
  const index = batch && indexOf(batch, payout.payoutId);
  if (!batch || index === undefined) return;
  const item = draft.lookUp(refTo(BatchItemEntity, { organizationId, batchId, index }));
  if (item?.status === 'created') return;
  // A line that was not validated yet is counted by its validation, which finds the payout.
  const counted = item ? withMoved(batch, item.status, 'created') : batch;
  draft.write(replace(BatchEntity, { ...withDebit(counted, payout), updatedAt: draft.timestamp }));
  if (!item) return;
  draft.write(replace(BatchItemEntity, createdItem(item, payout)));
}

/** Writes the missing rows of the reference, unless one of them names another batch, which is then the second one. */
function takeReference(
  draft: JournalDraft,
  of: Pick<Batch, 'organizationId' | 'externalReferenceId' | 'batchId'>,
): void {
  const rows = batchReferenceRows(of);
  const found = rows.map((row) => draft.lookUp(batchReferenceRef(of.organizationId, row.externalReferenceId)));
  const second = found.find((row) => row !== undefined && row.batchId !== of.batchId);
  if (second) endSecond(draft, draft.lookUp(batchRef(of.organizationId, second.batchId)));
  else draft.write(...rows.filter((_, index) => !found[index]).map((row) => create(BatchReferenceEntity, row)));
}

/** Ends the batch that was submitted after the restore, before it pays the same payouts. */
function endSecond(draft: JournalDraft, second: Batch | undefined): void {
  if (!second || second.status === 'canceled') return;
  const { batchId, counts } = second;
  if (cancelableStatuses.includes(second.status)) endCanceled(draft, second);
  // A batch whose lines were all refused pays nobody.
  else if (counts.valid + counts.created > 0) {
    const detail = 'the batch was submitted again after the restore, and pays the same';
    throw new ServiceError('PAYOUT_BATCH_DUPLICATE_REFERENCE', detail, { extras: { originalBatchId: batchId } });
  }
}
