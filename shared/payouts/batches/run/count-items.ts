import type { Store } from '../../../ground/table/store.ts';
import type { Batch } from '../batch/batch.ts';
import { BatchItemEntity, batchItemPartition } from '../batch/batch-item.ts';

const rowsPerQuery = 100;

/** Counts the items of a run anew, from their rows: ten queries for the largest one. A line without a row is pending. */
export async function countItems(
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
