import * as z from 'zod';
import type { Store } from '../../ground/table/store.ts';
import { timeByTable } from '../../ground/table/table-clock.ts';
import { type Clock, timestamp } from '../../ground/time/clock.ts';
import type { CursorScope } from './cursor.ts';
import { type RowScope, rowIdAt, rowPositionOf } from './row-id.ts';

/**
 * Milliseconds. A row gets its place in a list at most a minute before it is sent to the table: a request that has run
 * for longer is refused, and an audit row gets a new date. The second minute allows for the table, for clocks that
 * differ and for pauses of a process.
 */
export const settledAfterMs = 2 * 60_000;

/** The time up to which a list is complete, in its answers. */
export const CompleteUntil = z.string().meta({
  id: 'CompleteUntil',
  format: 'date-time',
  description:
    'The list already contains every row created before this time. Pages that follow by `nextCursor` repeat the value of the first page.',
});

/** One page of a reader's walk through a list. */
export interface ListWalk {
  /** The position after which the page starts. */
  readonly after: string | undefined;
  /** The answer. @param next position after which the next page starts; undefined on the last page */
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
 * Starts a page of a list whose rows are ordered by the time of the request. Such a row becomes visible with its
 * commit, so newer rows may have been read before it. The page states the time up to which that can no longer happen
 * (docs/adr/0089).
 * @param timeOf the time of a position, if the id of a row is also a cursor: rows above it were not read on this walk
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
