import { tableDefinition } from '../../../shared/ground/table/definition.ts';
import { compare, type Item, type Key, keyText, type PrimaryKey } from '../item.ts';
import { type IndexKeys, indexKeys } from '../keys.ts';
import { SortedItems } from './sorted-items.ts';
import type { Range, Storage, TokenUse } from './storage.ts';
import { rememberedMs } from './used-tokens.ts';

const { partitionKey, sortKey, timeToLive } = tableDefinition;

/** Items by their keys, in partitions, and in the entries of the indexes, which are updated at once. */
export class MemoryStorage implements Storage {
  readonly #items = new Map<Key, Item>();
  readonly #partitions = new Map<string, SortedItems>();
  readonly #tokens = new Map<string, TokenUse>();

  get(key: PrimaryKey): Item | undefined {
    return this.#items.get(keyText({ ...key }));
  }

  walk(range: Range): Iterable<Item> {
    return this.#partitions.get(partitionId(range.partition, range.index))?.walk(range) ?? [];
  }

  scan(after?: PrimaryKey): Iterable<Item> {
    const all = [...this.#items.values()].sort(byKey);
    return after ? all.filter((item) => byKey(item, { ...after }) > 0) : all;
  }

  set(key: PrimaryKey, item: Item | undefined): void {
    const text = keyText({ ...key });
    const before = this.#items.get(text);
    this.#arrange(undefined, { partitionKey, sortKey }, before, item);
    for (const [name, keys] of indexKeys) this.#arrange(name, keys, before, item);
    if (item) this.#items.set(text, item);
    else this.#items.delete(text);
  }

  expired(seconds: number, atMost: number): Item[] {
    const isOver = (item: Item) => typeof item[timeToLive] === 'number' && item[timeToLive] <= seconds;
    return [...this.#items.values()].filter(isOver).slice(0, atMost);
  }

  tokenUse(token: string): TokenUse | undefined {
    return this.#tokens.get(token);
  }

  addTokenUse(token: string, use: TokenUse): void {
    this.forgetTokens(use.at - rememberedMs);
    this.#tokens.set(token, use);
  }

  forgetTokens(before: number): void {
    // Tokens are in the order in which they were used.
    for (const [token, { at }] of this.#tokens) {
      if (at >= before) return;
      this.#tokens.delete(token);
    }
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

/** The partition of an item; undefined if an index does not contain it. */
function placeIn({ partitionKey, sortKey }: Keys, item: Item | undefined): string | undefined {
  return item?.[sortKey] === undefined ? undefined : (item[partitionKey] as string | undefined);
}

function partitionId(value: string, index = ''): string {
  return `${index}\n${value}`;
}

function byKey(a: Item, b: Item): number {
  return (compare(a.pk, b.pk) ?? 0) || (compare(a.sk, b.sk) ?? 0);
}
