import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Entity, FormattedItem, KeyInputItem } from 'dynamodb-toolbox/entity';
import type { Condition, Read, UpdateExpression } from './expressions.ts';
import type { Key } from './keys.ts';
import type { TableClock } from './table-clock.ts';
import type { Attributes } from './unknown-attributes.ts';
import type { Write } from './writes.ts';

type Found<R> = R extends Read<infer E> ? FormattedItem<E> | undefined : never;
export type Reads = Readonly<Record<string, Read>>;
/** The item found for each named read. */
export type FoundAll<R extends Reads> = { [Name in keyof R]: Found<R[Name]> };

/** A range of one partition. */
export interface Range {
  readonly partition: string;
  /** Inclusive bounds of the sort key; each may be absent. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Starts after this sort key, in the direction of reading. */
  readonly after?: string | undefined;
  readonly newestFirst?: boolean;
  readonly limit: number;
  /** Filters: each attribute must equal one of its values. No values: no filter. */
  readonly where?: Readonly<Record<string, readonly string[]>>;
}

export interface RangePage<Item> {
  readonly items: readonly Item[];
  /** Sort key of the last row examined, when the range may hold more. */
  readonly examinedTo?: string;
}

/** A part of one shard of the `due` index. Times are milliseconds. */
export interface DueRange {
  readonly shard: string;
  /** The earliest `dueSlot`; the shard's beginning when absent. */
  readonly from?: number | undefined;
  /** Rows that are due later are left out. */
  readonly until: number;
  /** Starts after this entry. */
  readonly after?: DuePosition | undefined;
  /** How many entries of the index are examined: those due earliest, to five minutes. */
  readonly limit: number;
}

/** An entry of the `due` index within its shard. */
export interface DuePosition {
  readonly pk: string;
  readonly sk: string;
  readonly dueSlot: number;
}

export interface DuePage<Row> {
  readonly rows: readonly Row[];
  /** The last entry examined, when the range may hold more. */
  readonly examinedTo?: DuePosition;
}

export interface ScanPage<Item> {
  readonly items: readonly Item[];
  /** The last item examined, when the table may hold more. */
  readonly examinedTo?: Key;
}

/**
 * The only way to the table. Reads are strongly consistent unless said otherwise. Refused conditions throw
 * `ConditionFailed` or `TransactionRefused`; every other failure throws what the SDK throws after its own retries.
 */
export interface Store {
  get<E extends Entity>(wanted: Read<E>): Promise<FormattedItem<E> | undefined>;
  /**
   * Up to 100 items as of one moment: `TransactGetItems`. Dearer and slower than `getAll`, and refused during writes.
   */
  getTogether<R extends Reads>(reads: R): Promise<FoundAll<R>>;
  /** Up to 100 items in one call. Not a snapshot: it may see one item of a transaction under way and miss another. */
  getAll<R extends Reads>(reads: R): Promise<FoundAll<R>>;
  /**
   * Up to 100 items of one entity, in the order of the keys, without those that do not exist. Not a snapshot. No keys, no
   * call.
   * @throws KeysLeftUnread
   */
  getMany<E extends Entity>(entity: E, keys: readonly KeyInputItem<E>[]): Promise<FormattedItem<E>[]>;
  /**
   * Items of any entity by their identities, as they are stored, without those that do not exist: to compare them, not
   * to decide by them. Any number; not a snapshot.
   * @throws KeysLeftUnread
   */
  getStored(keys: readonly Key[]): Promise<ReadonlyMap<string, Attributes>>;
  range<E extends Entity>(entity: E, range: Range): Promise<RangePage<FormattedItem<E>>>;
  /**
   * Rows that the `due` index names, as they are now, in the order of the index. A row that the index does not know yet is
   * left out, because the index is eventually consistent: use the rows for hints only.
   * @throws KeysLeftUnread
   */
  duePage<E extends Entity>(entity: E, range: DueRange): Promise<DuePage<FormattedItem<E>>>;
  /**
   * Items of one entity from the whole table, a page at a time and in no order. It pays for everything that it examines, so it is
   * for what no partition lists.
   * @param limit how many items of any entity are examined
   */
  scan<E extends Entity>(
    entity: E,
    page: { readonly after?: Key | undefined; readonly limit: number },
  ): Promise<ScanPage<FormattedItem<E>>>;
  /** Rows of a partition of the `retried` index, newest first. Eventually consistent: use it for lists only. */
  newestRetried<E extends Entity>(entity: E, retriedOf: string, limit: number): Promise<FormattedItem<E>[]>;
  /** One write outside a transaction. */
  put<E extends Entity>(entity: E, item: FormattedItem<E>, condition?: Condition): Promise<void>;
  /** @returns the attributes after the update. */
  update<E extends Entity>(wanted: Read<E>, update: UpdateExpression): Promise<FormattedItem<E>>;
  remove(wanted: Read, condition: Condition): Promise<void>;
  /**
   * Writes all or nothing, at most 100 writes. Sending the same token again within ten minutes writes nothing twice.
   */
  transact(writes: readonly Write[], clientRequestToken: string): Promise<void>;
  /** Whether this process's clock agrees with the table's; it never knows where the store was given no clock. */
  readonly tableClock: TableClock;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}
