import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import { readUpTo } from './read-up-to.ts';
import type { Range, Store } from './store.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Position to go on behind; absent on the last page. */
  readonly next?: string;
}

/** Rows that one query of a filtered list examines. */
const examinedPerQuery = 1_000;
/** Queries of one page: beyond them a page is short and the caller goes on from where it stopped. */
const queriesPerPage = 5;

/**
 * Reads one page of a range. Without a filter it is one query; with one, rows are examined until the page is full, and a
 * bound keeps a rare value from scanning the whole history in one request.
 */
export async function readPage<E extends Entity>(
  store: Store,
  entity: E,
  range: Range,
  positionOf: (item: FormattedItem<E>) => string,
): Promise<Page<FormattedItem<E>>> {
  const { limit, where = {} } = range;
  const filtered = Object.values(where).some((values) => values.length > 0);
  // One row more than asked for tells whether there is a next page.
  const bounds = { queries: queriesPerPage, items: limit + 1 };
  const perQuery = { ...range, limit: filtered ? examinedPerQuery : limit + 1 };
  const { items, examinedTo } = await readUpTo(store, entity, perQuery, bounds);
  const last = items[limit - 1];
  if (items.length > limit && last) return { items: items.slice(0, limit), next: positionOf(last) };
  return { items, ...(examinedTo !== undefined && { next: examinedTo }) };
}
