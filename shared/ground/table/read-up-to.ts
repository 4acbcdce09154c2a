import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import type { Range, Store } from './store.ts';

interface Bounds {
  readonly queries: number;
  /** No further query once there are so many items; every query when absent. */
  readonly items?: number;
}

/** Whether an item is wanted, where attributes alone do not tell. */
export type Keeps<Item> = (item: Item) => boolean;

interface Found<Item> {
  readonly items: readonly Item[];
  /** Sort key of the last row examined, when the range may hold more; absent when it was read to its end. */
  readonly examinedTo?: string;
}

/**
 * Reads a range query by query, up to so many queries.
 * @param range `limit` is the rows that one query examines
 * @param keeps leaves out what it is false for
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
