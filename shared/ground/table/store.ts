import type { BatchGetCommandOutput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Entity, FormattedItem, KeyInputItem } from 'dynamodb-toolbox/entity';
import { EntityFormatter } from 'dynamodb-toolbox/entity/actions/format';
import { EntityParser } from 'dynamodb-toolbox/entity/actions/parse';
import { type Clock, type Sleep, systemSleep } from '../time/clock.ts';
import { type Condition, type Read, read, type UpdateExpression } from './expressions.ts';
import { identity, type Key, keyOf } from './keys.ts';
import { KeysLeftUnread } from './keys-left-unread.ts';
import { asTransactionRefused, asWriteRefused, TransactionRefused } from './refusals.ts';
import { TableClock, watchClock } from './table-clock.ts';
import type { Write } from './writes.ts';

type Found<R> = R extends Read<infer E> ? FormattedItem<E> | undefined : never;
export type Reads = Readonly<Record<string, Read>>;
/** What was found under each name. */
export type FoundAll<R extends Reads> = { [Name in keyof R]: Found<R[Name]> };

/** A range of one partition. */
export interface Range {
  readonly partition: string;
  /** Inclusive bounds of the sort key; either may be absent. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Starts behind this sort key, in the direction of reading. */
  readonly after?: string | undefined;
  readonly newestFirst?: boolean;
  readonly limit: number;
  /** Attributes that must equal one of the values. */
  readonly where?: Readonly<Record<string, readonly string[]>>;
}

export interface RangePage<Item> {
  readonly items: readonly Item[];
  /** Sort key of the last row examined, when the range may hold more. */
  readonly examinedTo?: string;
}

/**
 * The only door to the table. Reads are strongly consistent. Refused conditions throw `ConditionFailed`
 * or `TransactionRefused`; everything else that fails throws what the SDK throws after its own retries.
 */
export interface Store {
  get<E extends Entity>(wanted: Read<E>): Promise<FormattedItem<E> | undefined>;
  /** Up to 100 items as of one moment: `TransactGetItems`. Dearer and slower than `getAll`, and refused beside writers. */
  getTogether<R extends Reads>(reads: R): Promise<FoundAll<R>>;
  /** Up to 100 items in one call. No snapshot: of a transaction that is under way it may see one item and not another. */
  getAll<R extends Reads>(reads: R): Promise<FoundAll<R>>;
  /** Up to 100 items of one entity, in the order of the keys; missing ones are left out. No snapshot. @throws KeysLeftUnread */
  getMany<E extends Entity>(entity: E, keys: readonly KeyInputItem<E>[]): Promise<FormattedItem<E>[]>;
  range<E extends Entity>(entity: E, range: Range): Promise<RangePage<FormattedItem<E>>>;
  /** Rows of the `due` index due until a time, oldest first. Eventually consistent: good for hints only. */
  dueUntil<E extends Entity>(entity: E, dueShard: string, until: number, limit: number): Promise<FormattedItem<E>[]>;
  /** Rows of a partition of the `retried` index, newest first. Eventually consistent: good for lists only. */
  newestRetried<E extends Entity>(entity: E, retriedOf: string, limit: number): Promise<FormattedItem<E>[]>;
  /** One write outside a transaction. */
  put<E extends Entity>(entity: E, item: FormattedItem<E>, condition?: Condition): Promise<void>;
  /** @returns the attributes after the update. */
  update<E extends Entity>(wanted: Read<E>, update: UpdateExpression): Promise<FormattedItem<E>>;
  remove(wanted: Read, condition: Condition): Promise<void>;
  /** All or nothing, at most 100 writes. The token makes a repeated send harmless for ten minutes. */
  transact(writes: readonly Write[], clientRequestToken: string): Promise<void>;
  /** Whether the clock agrees with the table's; it knows nothing where the store was given no clock. */
  readonly tableClock: TableClock;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

interface StoreOptions {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  /** Held against the table's own; absent on one machine, where both are the same. */
  readonly clock?: Clock;
  readonly sleep?: Sleep;
  /** A fraction of one, for jitter. */
  readonly random?: () => number;
}

export function createStore(options: StoreOptions): Store {
  const { client, tableName, clock, sleep = systemSleep, random = Math.random } = options;
  const TableName = tableName;
  const pause = (attempt: number) => sleep(random() * attempt * conflictPauseMs);

  /** @returns the items by identity */
  async function batchGet(keys: readonly Key[]): Promise<Map<string, Attributes>> {
    const found = new Map<string, Attributes>();
    // DynamoDB refuses a batch that names a key twice.
    let pending: Attributes[] = [...new Map(keys.map((key) => [identity(key), { ...key }])).values()];
    for (let attempt = 1; pending.length > 0; attempt += 1) {
      if (attempt > conflictAttempts) throw new KeysLeftUnread();
      if (attempt > 1) await pause(attempt);
      const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await client.send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys: pending, ConsistentRead: true } } }),
      );
      for (const item of Responses?.[TableName] ?? []) found.set(identity(item as unknown as Key), item);
      pending = UnprocessedKeys?.[TableName]?.Keys ?? [];
    }
    return found;
  }

  async function getMany<E extends Entity>(entity: E, keys: readonly KeyInputItem<E>[]): Promise<FormattedItem<E>[]> {
    const wanted = keys.map((key) => keyOf(read(entity, key)));
    const found = await batchGet(wanted);
    return wanted.flatMap((key) => {
      const item = found.get(identity(key));
      return item ? [format(entity, item)] : [];
    });
  }

  return {
    tableClock: clock ? watchClock(client, clock) : new TableClock(),
    client,
    tableName,
    async get(wanted) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(wanted), ConsistentRead: true }));
      return Item && format(wanted.entity, Item);
    },
    async getTogether<R extends Reads>(reads: R) {
      const TransactItems = Object.values(reads).map((wanted) => ({ Get: { TableName, Key: keyOf(wanted) } }));
      const { Responses } = await againstConflicts(pause, () =>
        client.send(new TransactGetCommand({ TransactItems })).catch(asTransactionRefused),
      );
      return formatAll(reads, (_wanted, index) => Responses?.[index]?.Item);
    },
    async getAll<R extends Reads>(reads: R) {
      const found = await batchGet(Object.values(reads).map(keyOf));
      return formatAll(reads, (wanted) => found.get(identity(keyOf(wanted))));
    },
    getMany,
    async range(entity, range) {
      const started = beginning(range);
      if (!started) return { items: [] };
      const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand({ TableName, ...queryOf(started) }));
      return {
        items: Items.map((item) => format(entity, item)),
        ...(LastEvaluatedKey && { examinedTo: LastEvaluatedKey.sk as string }),
      };
    },
    async dueUntil(entity, dueShard, until, Limit) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          IndexName: 'due',
          KeyConditionExpression: 'dueShard = :shard AND dueAt <= :until',
          ExpressionAttributeValues: { ':shard': dueShard, ':until': until },
          Limit,
        }),
      );
      return Items.map((item) => format(entity, item));
    },
    async newestRetried(entity, retriedOf, Limit) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          IndexName: 'retried',
          KeyConditionExpression: 'retriedOf = :retriedOf',
          ExpressionAttributeValues: { ':retriedOf': retriedOf },
          ScanIndexForward: false,
          Limit,
        }),
      );
      return Items.map((item) => format(entity, item));
    },
    async put(entity, item, condition = {}) {
      const { item: Item } = entity.build(EntityParser).parse(item as never);
      const putOne = { TableName, Item, ...condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
      await againstConflicts(pause, () => client.send(new PutCommand(putOne)).catch(asWriteRefused));
    },
    async update(wanted, update) {
      const updateOne = {
        TableName,
        Key: keyOf(wanted),
        ...update,
        ReturnValues: 'ALL_NEW' as const,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      };
      const { Attributes } = await againstConflicts(pause, () =>
        client.send(new UpdateCommand(updateOne)).catch(asWriteRefused),
      );
      return format(wanted.entity, Attributes ?? {});
    },
    async remove(wanted, condition) {
      const deleteOne = {
        TableName,
        Key: keyOf(wanted),
        ...condition,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      };
      await againstConflicts(pause, () => client.send(new DeleteCommand(deleteOne)).catch(asWriteRefused));
    },
    async transact(writes, clientRequestToken) {
      const TransactItems = writes.map(({ kind, input }) => ({
        [kind]: { TableName, ...input, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
      }));
      await client
        .send(new TransactWriteCommand({ TransactItems, ClientRequestToken: clientRequestToken }))
        .catch(asTransactionRefused);
    },
  };
}

/**
 * A transaction that reads, and a write that stands alone, are refused while a transaction that writes the same items is
 * under way: soon it is not. The SDK does not repeat them by itself.
 */
async function againstConflicts<T>(pause: (attempt: number) => Promise<void>, send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof TransactionRefused) || !error.lostRace || attempt >= conflictAttempts) throw error;
      await pause(attempt);
    }
  }
}

const conflictAttempts = 10;
const conflictPauseMs = 10;

type Attributes = Record<string, unknown>;

function formatAll<R extends Reads>(
  reads: R,
  itemOf: (wanted: Read, index: number) => Attributes | undefined,
): FoundAll<R> {
  const found = Object.entries(reads).map(([name, wanted], index) => {
    const item = itemOf(wanted, index);
    return [name, item && format(wanted.entity, item)];
  });
  return Object.fromEntries(found) as FoundAll<R>;
}

export function format<E extends Entity>(entity: E, item: Attributes): FormattedItem<E> {
  return entity.build(EntityFormatter).format(item as never) as FormattedItem<E>;
}

function queryOf(range: Range) {
  const { partition, newestFirst, after, limit, where = {} } = range;
  const bounds = boundsOf(range);
  const filters = Object.entries(where).filter(([, values]) => values.length > 0);
  return {
    KeyConditionExpression: `pk = :partition${bounds.condition}`,
    ...(filters.length > 0 && {
      FilterExpression: filters
        .map(([, values], f) => `#f${f} IN (${values.map((_, v) => `:f${f}v${v}`).join(', ')})`)
        .join(' AND '),
      ExpressionAttributeNames: Object.fromEntries(filters.map(([name], f) => [`#f${f}`, name])),
    }),
    ExpressionAttributeValues: {
      ':partition': partition,
      ...bounds.values,
      ...Object.fromEntries(filters.flatMap(([, values], f) => values.map((value, v) => [`:f${f}v${v}`, value]))),
    },
    ...(after !== undefined && { ExclusiveStartKey: { pk: partition, sk: after } }),
    ScanIndexForward: !newestFirst,
    Limit: limit,
    ConsistentRead: true,
  };
}

function boundsOf({ from, to }: Range): { condition: string; values: Attributes } {
  if (from !== undefined && to !== undefined) {
    return { condition: ' AND sk BETWEEN :from AND :to', values: { ':from': from, ':to': to } };
  }
  if (from !== undefined) return { condition: ' AND sk >= :from', values: { ':from': from } };
  if (to !== undefined) return { condition: ' AND sk <= :to', values: { ':to': to } };
  return { condition: '', values: {} };
}

/** DynamoDB refuses to start outside the bounds: before them is at their start, behind them is nothing. */
function beginning(range: Range): Range | undefined {
  const { from, to, after, newestFirst } = range;
  if (from !== undefined && to !== undefined && from > to) return undefined;
  if (after === undefined) return range;
  const [first, last] = newestFirst ? [to, from] : [from, to];
  const isBefore = (a: string, b: string) => (newestFirst ? a > b : a < b);
  if (last !== undefined && !isBefore(after, last)) return undefined;
  if (first !== undefined && isBefore(after, first)) return { ...range, after: undefined };
  return range;
}
