import * as z from 'zod';
import type { Store } from '../../ground/table/store.ts';
import { timeByTable } from '../../ground/table/table-clock.ts';
import { type Clock, timestamp } from '../../ground/time/clock.ts';
import type { CursorScope } from './cursor.ts';
import { type RowScope, rowIdAt, rowPositionOf } from './row-id.ts';

/**
 * Milliseconds. A row takes its place in a list a minute at most before it is sent to the table: a request that has run for
 * longer is refused, and an audit row is dated anew. The other minute is for the table, for clocks that differ and for
 * the pauses of a process.
 */
export const settledAfterMs = 2 * 60_000;

/** Up to when a list is complete, in its answers. */
export const CompleteUntil = z.string().meta({
  id: 'CompleteUntil',
  format: 'date-time',
  description:
    'The list already contains every row created before this time. Pages that follow by `nextCursor` repeat the value of the first page.',
});

/** One page of a reader's walk through a list. */
export interface ListWalk {
  /** The position behind which the page begins. */
  readonly after: string | undefined;
  /** The answer. @param next position behind which the next page begins; undefined on the last page */
  page<Row>(data: Row[], next: string | undefined): ListPage<Row>;
}

export interface ListPage<Row> {
  readonly data: Row[];
  readonly completeUntil: string;
  readonly nextCursor?: string;
}

/** Separates the position in a cursor from the time up to which the first page was complete. */
const separator = '@';

/**
 * Begins a page of a list whose rows are ordered by when they were asked for. Such a row is visible from its commit on, so
 * that newer ones may have been read before it: the page says up to when that cannot happen any more
 * (docs/adr/0089).
 * @param timeOf the time of a position, where a row's id is a cursor too: rows above it were not read on this walk
 * @throws ServiceError VALIDATION_ERROR for a foreign cursor
 */
export function walkList(
  runtime: { readonly clock: Clock; readonly store: Pick<Store, 'tableClock'> },
  scope: CursorScope | RowScope,
  cursor: string | undefined,
  timeOf?: (position: string) => number,
): ListWalk {
  const rows: RowScope = { prefix: '', ...scope };
  const [after, told] = cursor === undefined ? [] : rowPositionOf(rows, cursor).split(separator);
  const settled = timeByTable(runtime) - settledAfterMs;
  const above = after !== undefined && timeOf ? timeOf(after) : settled;
  const completeUntil = told === undefined ? Math.min(settled, above) : Number(told);
  return {
    after,
    page: (data, next) => ({
      data,
      completeUntil: timestamp(completeUntil),
      ...(next !== undefined && { nextCursor: rowIdAt(rows, `${next}${separator}${completeUntil}`) }),
    }),
  };
}
