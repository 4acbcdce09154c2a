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
  const page = await readItems(store, { organizationId, batchId }, { after, limit, status });
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

type RunKey = Pick<Batch, 'organizationId' | 'batchId'>;

/**
 * Items of some statuses are read after the run: otherwise lines that were validated between the two reads would be
 * neither listed as validated nor as pending.
 */
async function readItems(store: Store, key: RunKey, asked: Asked): Promise<Page<Shown>> {
  const run = findBatch(store, key.organizationId, key.batchId);
  if (asked.status.length > 0) return withPending(store, await run, await validatedPage(store, key, asked), asked);
  const [batch, validated] = await Promise.all([run, validatedPage(store, key, asked)]);
  return withoutGaps(store, batch, validated, asked);
}

type Shown = Pick<BatchItem, 'index' | 'status' | 'request' | 'payoutId' | 'errors'>;

function validatedPage(
  store: Store,
  { organizationId, batchId }: RunKey,
  { after, limit, status }: Asked,
): Promise<Page<BatchItem>> {
  const range = { partition: batchItemPartition(organizationId, batchId), after, limit, where: { status } };
  return readPage(store, BatchItemEntity, range, ({ index }) => itemPosition(index));
}

/**
 * A page of all items. Other reads see the items of a commit one by one: one that is missing between the others, or
 * behind them, is still pending for this reader. Otherwise whoever reads page after page would never see it.
 */
async function withoutGaps(store: Store, batch: Batch, { items }: Page<Shown>, asked: Asked): Promise<Page<Shown>> {
  const from = firstOf(asked);
  const count = Math.min(asked.limit, batch.itemCount - from);
  const found = new Map(items.map((item) => [item.index, item]));
  const indexes = Array.from({ length: count }, (_, offset) => from + offset);
  const missing = indexes.find((index) => !found.has(index));
  const pending = missing === undefined ? [] : await readPending(store, batch, missing, from + count - missing);
  const lines = new Map(pending.map((line) => [line.index, line]));
  const shown = indexes.flatMap((index) => found.get(index) ?? lines.get(index) ?? []);
  return upTo(shown, shown.length < count || from + count === batch.itemCount);
}

/** A page of items of some statuses that ends with the last validated item, filled up with items that are not. */
async function withPending(store: Store, batch: Batch, validated: Page<Shown>, asked: Asked): Promise<Page<Shown>> {
  const { items, next } = validated;
  if (next !== undefined || !asked.status.includes('pending')) return validated;
  // Validation goes on between the two reads: what is listed as validated is not listed again.
  const listedTo = items.at(-1)?.index ?? firstOf(asked) - 1;
  const from = Math.max(batch.itemCount - batch.counts.pending, listedTo + 1);
  const room = asked.limit - items.length;
  const pending = await readPending(store, batch, from, room);
  return upTo([...items, ...pending], from + pending.length >= batch.itemCount || pending.length < room);
}

/** Index of the first item that a page may show. */
function firstOf({ after }: Asked): number {
  return after === undefined ? 0 : Number(after) + 1;
}

async function readPending(store: Store, batch: Batch, from: number, count: number): Promise<Shown[]> {
  const lines = await readLinesFrom(store, batch, from, count);
  return lines.map((line, offset) => ({ index: from + offset, status: 'pending', request: JSON.stringify(line) }));
}

function upTo(items: readonly Shown[], isEnd: boolean): Page<Shown> {
  const last = items.at(-1);
  return { items, ...(!isEnd && last && { next: itemPosition(last.index) }) };
}
