import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import type { Range, Store } from './store.ts';

interface Bounds {
  readonly queries: number;
  /** No further query is made once there are this many items. No limit if absent. */
  readonly items?: number;
}

/** Whether an item is wanted, for filters that a range's `where` cannot express. */
export type Keeps<Item> = (item: Item) => boolean;

interface Found<Item> {
  readonly items: readonly Item[];
  /** Sort key of the last row examined, if the range may hold more. Absent if it was read to its end. */
  readonly examinedTo?: string;
}

/**
 * Reads a range query by query, up to a number of queries.
 * @param range `limit` is the number of rows that one query examines
 * @param keeps omits items for which it is false
 */
export async function readUpTo<E extends Entity>(
  store: Pick<Store, 'range'>,
  entity: E,
  range: Range,
  { queries, items: enough = Number.POSITIVE_INFINITY }: Bounds,
  keeps: Keeps<FormattedItem<E>> = () => true,
): Promise<Found<FormattedItem<E>>> {
  const items: FormattedItem<E>[] = [];
  let after = range.after;
  for (let query = 0; query < queries; query += 1) {
    const { items: more, examinedTo } = await store.range(entity, { ...range, after });
    items.push(...more.filter(keeps));
    if (examinedTo === undefined) return { items };
    after = examinedTo;
    if (items.length >= enough) break;
  }
  return { items, ...(after !== undefined && { examinedTo: after }) };
}
