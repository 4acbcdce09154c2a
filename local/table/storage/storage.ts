import type { Item, PrimaryKey } from '../item.ts';
import type { IndexName } from '../keys.ts';

/** A part of a partition, of the table or of an index, in the order of its sort key. */
export interface Range {
  readonly partition: string;
  readonly index: IndexName | undefined;
  /** Inclusive bounds of the sort key. */
  readonly from: unknown;
  readonly to: unknown;
  /** The item, stored or not, behind which reading begins. */
  readonly after?: Item | undefined;
  readonly isForward: boolean;
}

/** A transaction that took effect, by its client request token. */
export interface TokenUse {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** A hash of what was asked for. */
  readonly request: string;
}

/**
 * Where a table keeps its items. A storage answers and stores; what a call means, which calls are refused and what they cost
 * is decided above it, once for all storages. Items of one sort key in an index are in the order of their primary keys.
 */
export interface Storage {
  get(key: PrimaryKey): Item | undefined;
  walk(range: Range): Iterable<Item>;
  /** All items, in the order of their keys from behind a key on. */
  scan(after?: PrimaryKey): Iterable<Item>;
  /** Puts an item in the place of what has its key. Undefined deletes that. */
  set(key: PrimaryKey, item: Item | undefined): void;
  /** Items whose time to live has passed. @param seconds since the epoch */
  expired(seconds: number, atMost: number): Item[];
  tokenUse(token: string): TokenUse | undefined;
  addTokenUse(token: string, use: TokenUse): void;
  /** @param before milliseconds since the epoch */
  forgetTokens(before: number): void;
}
