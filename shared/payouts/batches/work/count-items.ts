import type { Store } from '../../../ground/table/store.ts';
import type { Batch } from '../batch/batch.ts';
import { BatchItemEntity, batchItemPartition } from '../batch/batch-item.ts';

const rowsPerQuery = 100;

/**
 * The batch with counts taken from its items, if it claims to have valid ones and none was found. Without this it would
 * wait forever. A restore in the middle of a commit may have kept the items but not the batch.
 * @param found valid items from the batch's position on
 * @throws Error if items are missing. It is tried again before the batch is parked, because the items of a commit may
 *   become visible later than the batch.
 */
export async function countedAnew(store: Pick<Store, 'range'>, batch: Batch, found: number): Promise<Batch> {
  const { batchId, position, counts } = batch;
  if (found > 0 || position > 0 || counts.valid === 0) return batch;
  const counted = await countItems(store, batch);
  if (counted.pending > 0) throw new Error(`${batchId} counts ${counts.valid} valid items, and none can be read`);
  return { ...batch, counts: { ...counts, ...counted } };
}

/** Counts the items of a batch again from their rows, with at most ten queries. A line without a row is pending. */
async function countItems(
  store: Pick<Store, 'range'>,
  { organizationId, batchId, itemCount }: Batch,
): Promise<Batch['counts']> {
  const counts = { pending: itemCount, valid: 0, invalid: 0, created: 0, create_failed: 0 };
  const partition = batchItemPartition(organizationId, batchId);
  let after: string | undefined;
  do {
    const page = await store.range(BatchItemEntity, { partition, after, limit: rowsPerQuery });
    for (const { status } of page.items) {
      counts.pending -= 1;
      counts[status] += 1;
    }
    after = page.examinedTo;
  } while (after !== undefined);
  return counts;
}
