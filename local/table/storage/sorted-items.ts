import { compare, type Item } from '../item.ts';
import type { Range } from './storage.ts';

/** A position in the order: that of an item, or the one before or after all items with a sort key. */
interface Place {
  readonly sort: unknown;
  readonly item: Item | 'before' | 'behind';
}

interface Entry extends Place {
  readonly item: Item;
}

/** The items of one partition, of the table or of an index, in the order of a sort key, then of their own keys. */
export class SortedItems {
  readonly #sortKey: string;
  readonly #entries: Entry[] = [];

  constructor(sortKey: string) {
    this.#sortKey = sortKey;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Inserts an item, or replaces the one that has its key. */
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

  /** Items from one end to the other. */
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
        : this.#firstNotBefore({ sort: from, item: 'before' })
      : to === undefined
        ? this.#entries.length - 1
        : this.#firstNotBefore({ sort: to, item: 'behind' }) - 1;
    if (!after) return first;
    const behind = this.#entryOf(after);
    const at = this.#firstNotBefore(behind);
    const found = this.#entries[at];
    if (!isForward) return Math.min(first, at - 1);
    return Math.max(first, found && order(found, behind) === 0 ? at + 1 : at);
  }

  #entryOf(item: Item): Entry {
    return { sort: item[this.#sortKey], item };
  }

  #firstNotBefore(wanted: Place): number {
    const last = this.#entries.at(-1);
    // Most items are added at the end.
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

type Walk = Pick<Range, 'from' | 'to' | 'after' | 'isForward'>;

function order(a: Entry, b: Place): number {
  const sorted = compare(a.sort, b.sort) ?? 0;
  if (sorted !== 0) return sorted;
  if (b.item === 'before') return 1;
  if (b.item === 'behind') return -1;
  return (compare(a.item.pk, b.item.pk) ?? 0) || (compare(a.item.sk, b.item.sk) ?? 0);
}

function isBeyond({ sort }: Place, bound: unknown, direction: 1 | -1): boolean {
  return bound !== undefined && (compare(sort, bound) ?? 0) * direction > 0;
}
