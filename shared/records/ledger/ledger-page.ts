import type { Page } from '../../ground/table/page.ts';
import type { Store } from '../../ground/table/store.ts';
import {
  type BalanceTransaction,
  BalanceTransactionEntity,
  ledgerPartition,
  rowPosition,
} from '../../journal/rows/balance-transaction.ts';

interface Wanted {
  /** Bounds of the rows' positions, inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Position of the last row of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
  /** Absent if every row is wanted. */
  readonly matches?: ((row: BalanceTransaction) => boolean) | undefined;
}

/**
 * Rows that one query of a filtered page examines, and the most queries for one page. A page that needs more is short.
 */
const examinedPerQuery = 1_000;
const queriesPerPage = 5;

/**
 * Reads one page of the ledger, newest first. A commit's rows become visible one by one, so rows are examined before
 * they are filtered: rows newer than a gap are left for the next read, because a caller who has seen them would not
 * look for the missing row again. After a page cursor, when newer rows were shown already, the page stops before the
 * gap. One row before the range is read too, because only that row shows whether the oldest row of the range is still
 * missing.
 */
export async function readLedgerPage(
  store: Store,
  organizationId: string,
  { limit, matches, from = '', ...range }: Wanted,
): Promise<Page<BalanceTransaction>> {
  const items: BalanceTransaction[] = [];
  const shownTo = isWithin(range) ? range.after : undefined;
  const size = matches ? examinedPerQuery : limit + 1;
  let position = range.after;
  let examinedTo = shownTo;
  for (let query = 0; query < queriesPerPage; query += 1) {
    const read = await store.range(BalanceTransactionEntity, {
      ...range,
      partition: ledgerPartition(organizationId),
      after: position,
      newestFirst: true,
      limit: size,
    });
    const end = read.examinedTo === undefined ? [beforeTheFirst] : [];
    for (const row of [...read.items, ...end]) {
      const isBehindGap = examinedTo !== undefined && row.sequence !== sequenceAt(examinedTo) - 1;
      if (isBehindGap && shownTo !== undefined) return { items, ...(examinedTo && { next: examinedTo }) };
      if (isBehindGap) items.length = 0;
      if (!('type' in row) || rowPosition(row) < from) return { items };
      const last = items.at(-1);
      const isWanted = matches?.(row) ?? true;
      if (isWanted && items.length === limit && last) return { items, next: rowPosition(last) };
      if (isWanted) items.push(row);
      examinedTo = rowPosition(row);
    }
    position = read.examinedTo;
  }
  return { items, ...(position && { next: position }) };
}

/** Sequences start at 1, so this represents the row before the first one. */
const beforeTheFirst = { sequence: 0 } as const;

/** Whether the page cursor is within the range. If it is newer, the rows in between were not shown. */
function isWithin({ after, to }: Pick<Wanted, 'after' | 'to'>): boolean {
  return after !== undefined && (to === undefined || after <= to);
}

function sequenceAt(position: string): number {
  return Number(position.split('#')[1]);
}
