import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Entity, FormattedItem, KeyInputItem } from 'dynamodb-toolbox/entity';
import type { Condition, ItemRef, UpdateExpression } from './expressions.ts';
import type { Key } from './keys.ts';
import type { TableClock } from './table-clock.ts';
import type { Attributes } from './unknown-attributes.ts';
import type { Write } from './writes.ts';

type Found<R> = R extends ItemRef<infer E> ? FormattedItem<E> | undefined : never;
export type ItemRefs = Readonly<Record<string, ItemRef>>;
/** The item found for each named read. */
export type FoundAll<R extends ItemRefs> = { [Name in keyof R]: Found<R[Name]> };

/** A range of one partition. */
export interface Range {
  readonly partition: string;
  /** Inclusive bounds of the sort key. Both are optional. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Starts after this sort key, in the direction of reading. */
  readonly after?: string | undefined;
  readonly newestFirst?: boolean;
  readonly limit: number;
  /** Filters: each attribute must equal one of its values. An empty list does not filter. */
  readonly where?: Readonly<Record<string, readonly string[]>>;
}

export interface RangePage<Item> {
  readonly items: readonly Item[];
  /** Sort key of the last row examined, if the range may hold more. */
  readonly examinedTo?: string;
}

/** A part of one shard of the `due` index. Times are milliseconds. */
export interface DueRange {
  readonly shard: string;
  /** The earliest `dueSlot`. Defaults to the beginning of the shard. */
  readonly from?: number | undefined;
  /** Rows that are due later are omitted. */
  readonly until: number;
  /** Starts after this entry. */
  readonly after?: DuePosition | undefined;
  /** The number of index entries examined: those due earliest, to within five minutes. */
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
  /** The last entry examined, if the range may hold more. */
  readonly examinedTo?: DuePosition;
}

export interface ScanPage<Item> {
  readonly items: readonly Item[];
  /** The last item examined, if the table may hold more. */
  readonly examinedTo?: Key;
}

/**
 * The only access to the table. Reads are strongly consistent unless stated otherwise. Refused conditions throw
 * `ConditionFailed` or `TransactionRefused`. Any other failure is the SDK's error after its own retries.
 */
export interface Store {
  get<E extends Entity>(wanted: ItemRef<E>): Promise<FormattedItem<E> | undefined>;
  /**
   * Up to 100 items at one point in time: `TransactGetItems`. More expensive and slower than `getAll`, and refused
   * during writes.
   */
  getTogether<R extends ItemRefs>(reads: R): Promise<FoundAll<R>>;
  /** Up to 100 items in one call. Not a snapshot: it may see one item of a transaction in progress and miss another. */
  getAll<R extends ItemRefs>(reads: R): Promise<FoundAll<R>>;
  /**
   * Up to 100 items of one entity, in the order of the keys, without those that do not exist. Not a snapshot. Makes no
   * call if there are no keys.
   * @throws KeysLeftUnread
   */
  getMany<E extends Entity>(entity: E, keys: readonly KeyInputItem<E>[]): Promise<FormattedItem<E>[]>;
  /**
   * Items of any entity by identity, as they are stored, without those that do not exist. For comparisons, not for
   * decisions. Any number; not a snapshot.
   * @throws KeysLeftUnread
   */
  getStored(keys: readonly Key[]): Promise<ReadonlyMap<string, Attributes>>;
  range<E extends Entity>(entity: E, range: Range): Promise<RangePage<FormattedItem<E>>>;
  /**
   * Rows that the `due` index names, in their current state, in the order of the index. The index is eventually
   * consistent and may miss a row, so use the rows only for hints.
   * @throws KeysLeftUnread
   */
  duePage<E extends Entity>(entity: E, range: DueRange): Promise<DuePage<FormattedItem<E>>>;
  /**
   * Items of one entity from the whole table, a page at a time and in no order. Everything that is examined is paid
   * for, so use it only for items that no partition lists.
   * @param limit how many items of any entity are examined
   */
  scan<E extends Entity>(
    entity: E,
    page: { readonly after?: Key | undefined; readonly limit: number },
  ): Promise<ScanPage<FormattedItem<E>>>;
  /** Rows of a partition of the `retried` index, newest first. Eventually consistent: use it only for lists. */
  newestRetried<E extends Entity>(entity: E, retriedOf: string, limit: number): Promise<FormattedItem<E>[]>;
  /** Writes one item outside a transaction. */
  put<E extends Entity>(entity: E, item: FormattedItem<E>, condition?: Condition): Promise<void>;
  /** @returns the attributes after the update. */
  update<E extends Entity>(wanted: ItemRef<E>, update: UpdateExpression): Promise<FormattedItem<E>>;
  remove(wanted: ItemRef, condition: Condition): Promise<void>;
  /**
   * Writes all or nothing, at most 100 writes. Sending the same token again within ten minutes writes nothing twice.
   */
  transact(writes: readonly Write[], clientRequestToken: string): Promise<void>;
  /**
   * Whether this process's clock agrees with the table's. A store that was created without a clock never reports a
   * difference.
   */
  readonly tableClock: TableClock;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}
