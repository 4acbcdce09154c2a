import { compare, type Item, type Key, keyText } from './item.ts';

interface Entry {
  readonly sort: unknown;
  readonly key: Key;
  readonly item: Item;
}

/** Items of one partition, of the table or of an index, in the order of a sort key; beside the same one, of their own keys. */
export class SortedItems {
  readonly #sortKey: string;
  readonly #entries: Entry[] = [];

  constructor(sortKey: string) {
    this.#sortKey = sortKey;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Puts an item in, or in the place of the one that has its key. */
  put(item: Item): void {
    const entry = this.#entryOf(item);
    const at = this.#firstNotBefore(entry);
    const found = this.#entries[at];
    const isThere = found !== undefined && order(found, entry) === 0;
    this.#entries.splice(at, isThere ? 1 : 0, entry);
  }

  remove(item: Item): void {
    const entry = this.#entryOf(item);
    const at = this.#firstNotBefore(entry);
    const found = this.#entries[at];
    if (found && order(found, entry) === 0) this.#entries.splice(at, 1);
  }

  /**
   * Items from one end to the other.
   * @param after the item, stored or not, behind which they begin
   */
  *walk({ from, to, after, isForward }: Walk): Iterable<Item> {
    const step = isForward ? 1 : -1;
    for (let at = this.#beginning({ from, to, after, isForward }); ; at += step) {
      const entry = this.#entries[at];
      if (!entry || (isForward ? isBeyond(entry, to, 1) : isBeyond(entry, from, -1))) return;
      yield entry.item;
    }
  }

  #beginning({ from, to, after, isForward }: Walk): number {
    const first = isForward
      ? from === undefined
        ? 0
        : this.#firstNotBefore({ sort: from, key: '' })
      : to === undefined
        ? this.#entries.length - 1
        : this.#firstNotBefore({ sort: to, key: behindAllKeys }) - 1;
    if (!after) return first;
    const behind = this.#entryOf(after);
    const at = this.#firstNotBefore(behind);
    const found = this.#entries[at];
    if (!isForward) return Math.min(first, at - 1);
    return Math.max(first, found && order(found, behind) === 0 ? at + 1 : at);
  }

  #entryOf(item: Item): Entry {
    return { sort: item[this.#sortKey], key: keyText(item), item };
  }

  #firstNotBefore(wanted: Pick<Entry, 'sort' | 'key'>): number {
    const last = this.#entries.at(-1);
    // Histories grow at their end.
    if (!last || order(last, wanted) < 0) return this.#entries.length;
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (order(this.#entries[middle] as Entry, wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export interface Walk {
  /** Inclusive bounds of the sort key. */
  readonly from: unknown;
  readonly to: unknown;
  readonly after?: Item | undefined;
  readonly isForward: boolean;
}

const behindAllKeys = '\u{10ffff}';

function order(a: Pick<Entry, 'sort' | 'key'>, b: Pick<Entry, 'sort' | 'key'>): number {
  return (compare(a.sort, b.sort) ?? 0) || (compare(a.key, b.key) ?? 0);
}

function isBeyond({ sort }: Entry, bound: unknown, direction: 1 | -1): boolean {
  return bound !== undefined && (compare(sort, bound) ?? 0) * direction > 0;
}
