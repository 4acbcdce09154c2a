import { ServiceError } from '../../ground/errors/service-error.ts';
import { read } from '../../ground/table/expressions.ts';
import { create, replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Payout } from '../payout/payout.ts';
import { type Batch, BatchEntity, BatchReferenceEntity, batchRead, batchReferenceRead } from './batch/batch.ts';
import { BatchItemEntity, indexOf } from './batch/batch-item.ts';
import { withDebit, withMoved } from './batch/totals.ts';

/**
 * What the commit that writes a payout back writes beside it where the payout is a line of a run. The run's reference is
 * taken again, so that nobody submits the run a second time. The line, where the table has the run, is created again, so that
 * its creation does not come to it (docs/adr/0032).
 * @throws ServiceError PAYOUT_BATCH_DUPLICATE_REFERENCE when the run was submitted again meanwhile, and may pay as well
 */
export function restoreLine(draft: JournalDraft, payout: Payout): void {
  const { organizationId, batchId, batchReference: externalReferenceId } = payout;
  if (batchId === undefined || externalReferenceId === undefined) return;
  const reference = draft.lookUp(batchReferenceRead(organizationId, externalReferenceId));
  if (!reference)
    draft.write(create(BatchReferenceEntity, { organizationId, externalReferenceId, batchId, version: 1 }));
  else if (reference.batchId !== batchId) refusePaying(draft.lookUp(batchRead(organizationId, reference.batchId)));
  const batch = draft.lookUp(batchRead(organizationId, batchId));
  const index = batch && indexOf(batch, payout.payoutId);
  if (!batch || index === undefined) return;
  const item = draft.lookUp(read(BatchItemEntity, { organizationId, batchId, index }));
  if (item?.status === 'created') return;
  // A line that was not validated yet is counted by its validation, which finds the payout.
  const counted = item ? withMoved(batch, item.status, 'created') : batch;
  draft.write(replace(BatchEntity, { ...withDebit(counted, payout), updatedAt: draft.timestamp }));
  if (!item) return;
  const { errors: _, ...line } = item;
  draft.write(replace(BatchItemEntity, { ...line, status: 'created', payoutId: payout.payoutId }));
}

/** A run whose lines were all refused, or that was canceled, pays nobody. */
function refusePaying(other: Batch | undefined): void {
  if (!other || other.status === 'canceled') return;
  const { pending, valid, created } = other.counts;
  if (pending + valid + created === 0) return;
  const detail = 'the run was submitted again after the restore, and may pay the same';
  throw new ServiceError('PAYOUT_BATCH_DUPLICATE_REFERENCE', detail, { extras: { originalBatchId: other.batchId } });
}
