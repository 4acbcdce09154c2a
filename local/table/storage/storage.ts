import type { Item, PrimaryKey } from '../item.ts';
import type { IndexName } from '../keys.ts';

/** A part of a partition, of the table or of an index, in the order of its sort key. */
export interface Range {
  readonly partition: string;
  readonly index: IndexName | undefined;
  /** Inclusive bounds of the sort key. */
  readonly from: unknown;
  readonly to: unknown;
  /** The item after which reading starts, whether or not it is stored. */
  readonly after?: Item | undefined;
  readonly isForward: boolean;
}

/** A transaction that took effect, by its client request token. */
export interface TokenUse {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** A hash of the request. */
  readonly request: string;
}

/**
 * The storage of a table's items. A storage finds and stores items. The meaning of calls, their refusals and their cost
 * are decided above it, once for all storages. Items with the same sort key in an index are in the order of their
 * primary keys.
 */
export interface Storage {
  get(key: PrimaryKey): Item | undefined;
  walk(range: Range): Iterable<Item>;
  /** All items in the order of their keys, starting after a key. */
  scan(after?: PrimaryKey): Iterable<Item>;
  /** Replaces the item that has a key. Undefined deletes it. */
  set(key: PrimaryKey, item: Item | undefined): void;
  /**
   * Expired items.
   * @param seconds since the epoch
   */
  expired(seconds: number, atMost: number): Item[];
  tokenUse(token: string): TokenUse | undefined;
  addTokenUse(token: string, use: TokenUse): void;
  /** @param before milliseconds since the epoch */
  forgetTokens(before: number): void;
}
