import { cursorAt, positionOf } from '../../contract/cursor.ts';
import { type Page, readPage } from '../../ground/table/page.ts';
import type { Store } from '../../ground/table/store.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Batch } from './batch/batch.ts';
import { type BatchItem, BatchItemEntity, batchItemPartition, itemPosition } from './batch/batch-item.ts';
import { findBatch } from './batch/find-batch.ts';
import { type BatchItemBody, presentBatchItem } from './batch/present-batch-item.ts';
import type { BatchItemStatus } from './batch/statuses.ts';
import { readLinesFrom } from './batch/stored-lines.ts';

interface ItemFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly status?: readonly BatchItemStatus[] | undefined;
}

/**
 * Lists the items of a run in their order. Those that are not validated yet are shown from the stored lines, for the 30
 * days that these are kept (specification, Other referenced operations).
 * @throws ServiceError BATCH_NOT_FOUND
 */
export async function listBatchItems(
  { store }: Runtime,
  organizationId: string,
  batchId: string,
  { cursor, limit, status = [] }: ItemFilters,
): Promise<{ data: BatchItemBody[]; nextCursor?: string }> {
  const scope = { list: `batch items ${batchId}`, organizationId };
  const after = cursor === undefined ? undefined : positionOf(scope, cursor);
  const batch = await findBatch(store, organizationId, batchId);
  const validated = await validatedPage(store, batch, { after, limit, status });
  const page =
    validated.next === undefined ? await withPending(store, batch, validated, { after, limit, status }) : validated;
  return {
    data: page.items.map(presentBatchItem),
    ...(page.next && { nextCursor: cursorAt(scope, page.next) }),
  };
}

interface Asked {
  readonly after: string | undefined;
  readonly limit: number;
  readonly status: readonly BatchItemStatus[];
}

type Shown = Pick<BatchItem, 'index' | 'status' | 'request' | 'payoutId' | 'errors'>;

function validatedPage(
  store: Store,
  { organizationId, batchId }: Batch,
  { after, limit, status }: Asked,
): Promise<Page<BatchItem>> {
  const range = { partition: batchItemPartition(organizationId, batchId), after, limit, where: { status } };
  return readPage(store, BatchItemEntity, range, ({ index }) => itemPosition(index));
}

/** A page that ends with the last validated item, filled up with items that are not. */
async function withPending(store: Store, batch: Batch, { items }: Page<Shown>, asked: Asked): Promise<Page<Shown>> {
  const { after, limit, status } = asked;
  if (status.length > 0 && !status.includes('pending')) return { items };
  // Validation goes on between the two reads: what is listed as validated is not listed again.
  const listedTo = items.at(-1)?.index ?? (after === undefined ? -1 : Number(after));
  const from = Math.max(batch.itemCount - batch.counts.pending, listedTo + 1);
  const room = limit - items.length;
  const lines = await readLinesFrom(store, batch, from, room);
  const pending = lines.map(
    (line, offset): Shown => ({
      index: from + offset,
      status: 'pending',
      request: JSON.stringify(line),
    }),
  );
  const shown = [...items, ...pending];
  const last = shown.at(-1);
  const isEnd = from + pending.length >= batch.itemCount || pending.length < room;
  return { items: shown, ...(!isEnd && last && { next: itemPosition(last.index) }) };
}
