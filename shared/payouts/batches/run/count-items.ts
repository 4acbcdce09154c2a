import type { Store } from '../../../ground/table/store.ts';
import type { Batch } from '../batch/batch.ts';
import { BatchItemEntity, batchItemPartition } from '../batch/batch-item.ts';

const rowsPerQuery = 100;

/**
 * The run with the counts that its items have, where it counts valid ones and none was found: it would wait for ever. A
 * restore that tore a commit may have kept the items and not the run.
 * @param found valid items from the run's position on
 * @throws Error where items are gone. It is tried again before the run is parked, because a commit's items may be seen
 *   later than its run.
 */
export async function countedAnew(store: Pick<Store, 'range'>, batch: Batch, found: number): Promise<Batch> {
  const { batchId, position, counts } = batch;
  if (found > 0 || position > 0 || counts.valid === 0) return batch;
  const counted = await countItems(store, batch);
  if (counted.pending > 0) throw new Error(`${batchId} counts ${counts.valid} valid items, and none can be read`);
  return { ...batch, counts: { ...counts, ...counted } };
}

/** Counts the items of a run anew, from their rows: ten queries for the largest one. A line without a row is pending. */
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
