import { cursorAt, positionOf } from '../../contract/lists/cursor.ts';
import type { Page } from '../../ground/table/page.ts';
import type { Range, RangePage, Store } from '../../ground/table/store.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { PayoutRequest } from '../payout/payout-request.ts';
import { type Batch, batchRef, maxItems } from './batch/batch.ts';
import { type BatchItem, BatchItemEntity, batchItemPartition, itemPosition } from './batch/batch-item.ts';
import { findBatch, foundBatch } from './batch/find-batch.ts';
import { type BatchItemBody, presentBatchItem } from './batch/present-batch-item.ts';
import type { BatchItemStatus } from './batch/statuses.ts';
import { linesIn, linesRefs } from './batch/stored-lines.ts';

interface ItemFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly status?: readonly BatchItemStatus[] | undefined;
}

/**
 * Lists the items of a batch in order. Items that are not validated yet are shown from the stored lines, for the 30
 * days that those are kept (specification, Other referenced operations).
 * @throws ServiceError BATCH_NOT_FOUND
 */
export async function listPayoutBatchItems(
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

type BatchKey = Pick<Batch, 'organizationId' | 'batchId'>;
type Shown = Pick<BatchItem, 'index' | 'status' | 'request' | 'payoutId' | 'funding' | 'errors'>;

/**
 * Reads the batch, its validated items and the lines that may still be pending, all at the same time. The items alone
 * decide what is pending: an item that was not seen is pending for this reader, whatever the batch already says.
 */
async function readItems(store: Store, key: BatchKey, asked: Asked): Promise<Page<Shown>> {
  const { status, limit } = asked;
  const from = firstOf(asked);
  const isFiltered = status.length > 0;
  if (isFiltered && !status.includes('pending')) {
    const [, validated] = await Promise.all([
      findBatch(store, key.organizationId, key.batchId),
      validatedRows(store, key, asked, { limit: maxItems, where: { status } }),
    ]);
    return upTo(limit, validated.items, validated.examinedTo);
  }
  const window = isFiltered ? maxItems : limit;
  const [{ run, ...lines }, validated] = await Promise.all([
    store.getAll({ run: batchRef(key.organizationId, key.batchId), ...linesRefs(key, from, from + window) }),
    validatedRows(store, key, asked, { limit: window }),
  ]);
  const batch = foundBatch(run);
  const to = Math.min(from + window, batch.itemCount, endOf(validated));
  const all = withoutGaps(validated.items, { from, to }, () => linesIn(batch, Object.values(lines)));
  const isCut = all.length === to - from && to < batch.itemCount;
  const shown = isFiltered ? all.filter((item) => status.includes(item.status)) : all;
  return upTo(limit, shown, isCut ? itemPosition(to - 1) : undefined);
}

/** The limit of one query. A batch whose lines do not fit into it is listed in shorter pages. */
function validatedRows(
  store: Store,
  { organizationId, batchId }: BatchKey,
  { after }: Asked,
  range: Pick<Range, 'limit' | 'where'>,
): Promise<RangePage<BatchItem>> {
  return store.range(BatchItemEntity, { partition: batchItemPartition(organizationId, batchId), after, ...range });
}

/** The index after the last line about which a query tells whether it was validated. */
function endOf({ examinedTo }: RangePage<BatchItem>): number {
  return examinedTo === undefined ? Number.POSITIVE_INFINITY : Number(examinedTo) + 1;
}

/**
 * The items of a range of lines. Other reads see the items of a commit one by one. An item that is missing between or
 * after others is still pending for this reader; otherwise a caller that reads page by page would never see it.
 */
function withoutGaps(
  validated: readonly Shown[],
  { from, to }: { readonly from: number; readonly to: number },
  readLines: () => ReadonlyMap<number, PayoutRequest>,
): Shown[] {
  const found = new Map(validated.map((item) => [item.index, item]));
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  const lines = indexes.every((index) => found.has(index)) ? new Map<number, PayoutRequest>() : readLines();
  return indexes.flatMap((index) => found.get(index) ?? pendingItem(index, lines.get(index)) ?? []);
}

function pendingItem(index: number, line: PayoutRequest | undefined): Shown | undefined {
  return line && { index, status: 'pending', request: JSON.stringify(line) };
}

/** Index of the first item that a page may show. */
function firstOf({ after }: Asked): number {
  return after === undefined ? 0 : Number(after) + 1;
}

/**
 * A page of items.
 * @param next where the list continues after all of them
 */
function upTo(limit: number, items: readonly Shown[], next: string | undefined): Page<Shown> {
  const last = items[limit - 1];
  if (items.length > limit && last) return { items: items.slice(0, limit), next: itemPosition(last.index) };
  return { items, ...(next !== undefined && { next }) };
}
