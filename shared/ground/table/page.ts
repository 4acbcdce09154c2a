import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import { type Keeps, readUpTo } from './read-up-to.ts';
import type { Range, Store } from './store.ts';

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The position after which the next page starts. Absent on the last page. */
  readonly next?: string;
}

/** The number of rows that one query of a filtered list examines. */
const examinedPerQuery = 1_000;
/**
 * The maximum number of queries for one page. After them the page may be short, and the caller continues where it
 * stopped.
 */
const queriesPerPage = 5;

/**
 * Reads one page of a range. Without a filter that is one query. With a filter, rows are examined until the page is
 * full or a limit is reached, so that a search for a rare value does not scan the whole history in one request.
 */
export async function readPage<E extends Entity>(
  store: Store,
  entity: E,
  range: Range,
  positionOf: (item: FormattedItem<E>) => string,
  keeps?: Keeps<FormattedItem<E>>,
): Promise<Page<FormattedItem<E>>> {
  const { limit, where = {} } = range;
  const filtered = Object.values(where).some((values) => values.length > 0);
  // One more row than the limit shows whether there is a next page.
  const bounds = { queries: queriesPerPage, items: limit + 1 };
  const perQuery = { ...range, limit: filtered ? examinedPerQuery : limit + 1 };
  const { items, examinedTo } = await readUpTo(store, entity, perQuery, bounds, keeps);
  const last = items[limit - 1];
  if (items.length > limit && last) return { items: items.slice(0, limit), next: positionOf(last) };
  return { items, ...(examinedTo !== undefined && { next: examinedTo }) };
}

/**
 * Merges pages of several ranges, each newest first and read from the same position, into one. Items at the same
 * position in two ranges are identical.
 * @param limit of each page
 */
export function mergePages<Item>(
  pages: readonly Page<Item>[],
  limit: number,
  positionOf: (item: Item) => string,
): Page<Item> {
  const found = new Map(pages.flatMap(({ items }) => items.map((item) => [positionOf(item), item] as const)));
  // After the position where one page ends, its range may have items that belong between those of the others.
  const end = pages
    .flatMap(({ next }) => next ?? [])
    .sort()
    .at(-1);
  const read = [...found]
    .filter(([position]) => end === undefined || position >= end)
    .sort(([a], [b]) => (a > b ? -1 : 1));
  const items = read.slice(0, limit).map(([, item]) => item);
  const next = read.length > limit ? read[limit - 1]?.[0] : end;
  return { items, ...(next !== undefined && { next }) };
}
