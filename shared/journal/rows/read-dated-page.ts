import type { Entity, FormattedItem, KeyInputItem } from 'dynamodb-toolbox/entity';
import { mergePages, type Page, readPage } from '../../ground/table/page.ts';
import { readNamed } from '../../ground/table/read-named.ts';
import type { Range, Store } from '../../ground/table/store.ts';
import { DatedRowEntity, datedPartition, listPosition } from './dated-row.ts';

interface Dated {
  readonly datedAt?: number | undefined;
}

/** The ids and keys of a list's items. */
interface Names<E extends Entity, Item> {
  readonly idOf: (item: Item) => string;
  readonly keyOf: (id: string) => KeyInputItem<E>;
}

type DatedRange = Pick<Range, 'partition' | 'after' | 'limit' | 'where'>;

/** The most items that one call reads. */
const mostNamed = 100;
/** The most queries for one page. After them, a page may be short, and the reader continues with the next page. */
const queriesPerPage = 5;

/**
 * Reads a page of a list, newest first, that shows each item at its date: items written promptly by their ids, the
 * others by their dated rows.
 * @param range `limit` is at most 100
 * @throws KeysLeftUnread
 */
export async function readDatedPage<E extends Entity>(
  store: Store,
  entity: E,
  range: DatedRange,
  names: Names<E, FormattedItem<E> & Dated>,
): Promise<Page<FormattedItem<E> & Dated>> {
  type Item = FormattedItem<E> & Dated;
  const byId = { ...range, newestFirst: true };
  const pages = await Promise.all([
    readPage(store, entity, byId, names.idOf, ({ datedAt }: Item) => datedAt === undefined),
    readByDate(store, entity, range, names),
  ]);
  return mergePages<Item>(pages, range.limit, (item) => listPosition({ id: names.idOf(item), datedAt: item.datedAt }));
}

async function readByDate<E extends Entity>(
  store: Store,
  entity: E,
  { partition, after, limit, where = {} }: DatedRange,
  { keyOf }: Pick<Names<E, never>, 'keyOf'>,
): Promise<Page<FormattedItem<E>>> {
  const filters = Object.entries(where).filter(([, values]) => values.length > 0);
  const isWanted = (item: Readonly<Record<string, unknown>>) =>
    filters.every(([name, values]) => values.includes(item[name] as string));
  const range = {
    partition: datedPartition(partition),
    newestFirst: true,
    limit: filters.length > 0 ? mostNamed : limit,
  };
  const items: FormattedItem<E>[] = [];
  let next = after;
  for (let query = 0; query < queriesPerPage && items.length < limit; query += 1) {
    const rows = await readPage(store, DatedRowEntity, { ...range, after: next }, listPosition);
    const named = await readNamed(
      store,
      entity,
      rows.items.map(({ id }) => keyOf(id)),
    );
    items.push(...named.filter(isWanted));
    next = rows.next;
    if (next === undefined) return { items };
  }
  return { items, ...(next !== undefined && { next }) };
}
