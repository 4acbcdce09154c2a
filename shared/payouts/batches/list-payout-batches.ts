import { type ListPage, walkList } from '../../contract/lists/list-walk.ts';
import { readPage } from '../../ground/table/page.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Batch, BatchEntity, batchPartition, batchRef, batchReferenceRefs } from './batch/batch.ts';
import { type BatchBody, presentBatch } from './batch/present-batch.ts';
import type { BatchStatus } from './batch/statuses.ts';

interface BatchFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly externalReferenceId?: string | undefined;
  readonly status?: readonly BatchStatus[] | undefined;
}

/**
 * Lists batches, newest first; with `externalReferenceId`, the batch that has it (specification, Other referenced
 * operations). Earlier releases may have stored a second batch whose reference has the same form. It comes second.
 */
export async function listPayoutBatches(
  runtime: Runtime,
  organizationId: string,
  { cursor, limit, externalReferenceId, status = [] }: BatchFilters,
): Promise<ListPage<BatchBody>> {
  const { store } = runtime;
  const scope = { list: 'batches', organizationId };
  const { after, page } = walkList(runtime, scope, cursor);
  if (externalReferenceId !== undefined) {
    const found = await batchesOfReference(store, organizationId, externalReferenceId);
    const wanted = found.filter((batch) => status.length === 0 || status.includes(batch.status));
    return page(wanted.map(presentBatch), undefined);
  }
  const range = { partition: batchPartition(organizationId), newestFirst: true, limit, after, where: { status } };
  const { items, next } = await readPage(store, BatchEntity, range, ({ batchId }) => batchId);
  return page(items.map(presentBatch), next);
}

async function batchesOfReference(store: Store, organizationId: string, reference: string): Promise<Batch[]> {
  const rows = await Promise.all(batchReferenceRefs(organizationId, reference).map((one) => store.get(one)));
  const ids = new Set(rows.flatMap((row) => row?.batchId ?? []));
  const batches = await Promise.all([...ids].map((batchId) => store.get(batchRef(organizationId, batchId))));
  return batches.filter((batch) => batch !== undefined);
}
