import { tableDefinition } from '../../shared/ground/table/definition.ts';
import { ValidationException } from './errors.ts';
import { type Item, type Key, keyText } from './item.ts';
import { SortedItems } from './sorted-items.ts';

const { partitionKey, sortKey, indexes } = tableDefinition;

interface IndexKeys {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly sortKeyType: string;
}

export type IndexName = keyof typeof indexes;
const indexKeys = Object.entries<IndexKeys>(indexes);

/** Items by their keys, in partitions, and in the entries of the indexes, which follow at once. */
export class StoredItems {
  readonly #items = new Map<Key, Item>();
  readonly #partitions = new Map<string, SortedItems>();

  get(key: Key): Item | undefined {
    return this.#items.get(key);
  }

  all(): Iterable<Item> {
    return this.#items.values();
  }

  /** A partition of the table, or of an index. */
  partition(value: string, index?: string): SortedItems | undefined {
    return this.#partitions.get(partitionId(value, index));
  }

  /** Puts an item in the place of what has its key; undefined takes that out. */
  set(key: Key, item: Item | undefined): void {
    const before = this.#items.get(key);
    this.#arrange(undefined, { partitionKey, sortKey }, before, item);
    for (const [name, keys] of indexKeys) this.#arrange(name, keys, before, item);
    if (item) this.#items.set(key, item);
    else this.#items.delete(key);
  }

  #arrange(index: string | undefined, keys: Keys, before: Item | undefined, after: Item | undefined): void {
    const [from, to] = [placeIn(keys, before), placeIn(keys, after)];
    const moves = from !== to || before?.[keys.sortKey] !== after?.[keys.sortKey];
    if (before && from !== undefined && moves) this.#takeOut(partitionId(from, index), before);
    if (!after || to === undefined) return;
    const id = partitionId(to, index);
    const partition = this.#partitions.get(id) ?? new SortedItems(keys.sortKey);
    partition.put(after);
    this.#partitions.set(id, partition);
  }

  #takeOut(id: string, item: Item): void {
    const partition = this.#partitions.get(id);
    partition?.remove(item);
    if (partition?.size === 0) this.#partitions.delete(id);
  }
}

type Keys = Pick<IndexKeys, 'partitionKey' | 'sortKey'>;

/** The partition that an item is in; undefined where an index leaves it out. */
function placeIn({ partitionKey, sortKey }: Keys, item: Item | undefined): string | undefined {
  return item?.[sortKey] === undefined ? undefined : (item[partitionKey] as string | undefined);
}

function partitionId(value: string, index = ''): string {
  return `${index}\n${value}`;
}

/** The primary key in an item. */
export function primaryKey({ pk, sk }: Item): Item {
  return { pk, sk };
}

/** What a page names to go on behind an item. */
export function positionOf(item: Item, index?: string): Item {
  const keys = index === undefined ? undefined : indexes[index as IndexName];
  return keys ? indexEntry(item, keys) : primaryKey(item);
}

/** What an index has of an item. */
export function projected(item: Item, index?: string): Item {
  const keys = index === undefined ? undefined : indexes[index as IndexName];
  return keys?.projection === 'KEYS_ONLY' ? indexEntry(item, keys) : item;
}

function indexEntry(item: Item, keys: Keys): Item {
  return {
    ...primaryKey(item),
    [keys.partitionKey]: item[keys.partitionKey],
    [keys.sortKey]: item[keys.sortKey],
  };
}

/** @throws ValidationException for a key that is none, or has more in it */
export function checkedKey(key: Item): Key {
  if (Object.keys(key).length !== 2) throw new ValidationException('a key has two attributes');
  refuseNoKey(key);
  return keyText(key);
}

/** @throws ValidationException where the item cannot stand in the table or in an index */
export function refuseBadKeys(item: Item): void {
  refuseNoKey(item);
  for (const [name, keys] of indexKeys) {
    refuseType(name, item[keys.partitionKey], 'string');
    refuseType(name, item[keys.sortKey], keys.sortKeyType);
  }
}

function refuseNoKey({ pk, sk }: Item): void {
  if (typeof pk !== 'string' || typeof sk !== 'string') throw new ValidationException('a key is text');
  if (pk === '' || sk === '') throw new ValidationException('a key has no empty text');
}

function refuseType(index: string, value: unknown, type: string): void {
  if (value === undefined) return;
  if (typeof value !== type || value === '') throw new ValidationException(`the index ${index} has keys of ${type}`);
}
