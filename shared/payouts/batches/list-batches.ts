import { cursorAt, positionOf } from '../../contract/cursor.ts';
import { readPage } from '../../ground/table/page.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Batch, BatchEntity, batchPartition, batchRead, batchReferenceRead } from './batch/batch.ts';
import { type BatchBody, presentBatch } from './batch/present-batch.ts';
import type { BatchStatus } from './batch/statuses.ts';

interface BatchFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly externalReferenceId?: string | undefined;
  readonly status?: readonly BatchStatus[] | undefined;
}

/** Lists runs, newest first; with `externalReferenceId`, the one that has it (specification, Other referenced operations). */
export async function listBatches(
  { store }: Runtime,
  organizationId: string,
  { cursor, limit, externalReferenceId, status = [] }: BatchFilters,
): Promise<{ data: BatchBody[]; nextCursor?: string }> {
  const scope = { list: 'batches', organizationId };
  const after = cursor === undefined ? undefined : positionOf(scope, cursor);
  if (externalReferenceId !== undefined) {
    const found = await batchOfReference(store, organizationId, externalReferenceId);
    return { data: found.filter((batch) => status.length === 0 || status.includes(batch.status)).map(presentBatch) };
  }
  const range = { partition: batchPartition(organizationId), newestFirst: true, limit, after, where: { status } };
  const { items, next } = await readPage(store, BatchEntity, range, ({ batchId }) => batchId);
  return { data: items.map(presentBatch), ...(next && { nextCursor: cursorAt(scope, next) }) };
}

async function batchOfReference(store: Store, organizationId: string, reference: string): Promise<Batch[]> {
  const found = await store.get(batchReferenceRead(organizationId, reference));
  const batch = found && (await store.get(batchRead(organizationId, found.batchId)));
  return batch ? [batch] : [];
}
