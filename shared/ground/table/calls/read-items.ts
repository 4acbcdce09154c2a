import { BatchGetCommand, type BatchGetCommandOutput, GetCommand, TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Entity, FormattedItem, KeyInputItem } from 'dynamodb-toolbox/entity';
import { type ItemRef, refTo } from '../expressions.ts';
import { format } from '../format.ts';
import { identity, type Key, keyOf } from '../keys.ts';
import type { FoundAll, ItemRefs, Store } from '../store.ts';
import type { Attributes } from '../unknown-attributes.ts';
import { conflictAttempts, retryConflicts, type TableAccess } from './access.ts';
import { KeysLeftUnread } from './keys-left-unread.ts';
import { throwTransactionRefused } from './throw-refused.ts';

/** Reads items by key, strongly consistent. */
export function itemReaders(
  access: TableAccess,
): Pick<Store, 'get' | 'getTogether' | 'getAll' | 'getMany' | 'getStored'> {
  const { client, TableName } = access;
  return {
    async get(wanted) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(wanted), ConsistentRead: true }));
      return Item && format(wanted.entity, Item);
    },
    async getTogether<R extends ItemRefs>(reads: R) {
      const TransactItems = Object.values(reads).map((wanted) => ({ Get: { TableName, Key: keyOf(wanted) } }));
      const { Responses } = await retryConflicts(access, () =>
        client.send(new TransactGetCommand({ TransactItems })).catch(throwTransactionRefused),
      );
      return formatAll(reads, (_wanted, index) => Responses?.[index]?.Item);
    },
    async getAll<R extends ItemRefs>(reads: R) {
      const found = await batchGet(access, Object.values(reads).map(keyOf));
      return formatAll(reads, (wanted) => found.get(identity(keyOf(wanted))));
    },
    async getMany<E extends Entity>(entity: E, keys: readonly KeyInputItem<E>[]): Promise<FormattedItem<E>[]> {
      const wanted = keys.map((key) => keyOf(refTo(entity, key)));
      const found = await batchGet(access, wanted);
      return wanted.flatMap((key) => {
        const item = found.get(identity(key));
        return item ? [format(entity, item)] : [];
      });
    },
    getStored: (keys) => readStored(access, keys),
  };
}

/** @returns any number of items as they are stored, by identity. @throws KeysLeftUnread */
export async function readStored(access: TableAccess, keys: readonly Key[]): Promise<Map<string, Attributes>> {
  const stored = new Map<string, Attributes>();
  for (let start = 0; start < keys.length; start += keysPerBatch) {
    for (const found of await batchGet(access, keys.slice(start, start + keysPerBatch))) stored.set(...found);
  }
  return stored;
}

/** The most keys in one BatchGetItem. */
const keysPerBatch = 100;

/** @returns the items by identity */
async function batchGet(
  { client, TableName, pause }: TableAccess,
  keys: readonly Key[],
): Promise<Map<string, Attributes>> {
  const found = new Map<string, Attributes>();
  // DynamoDB refuses a batch that contains a key twice.
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

function formatAll<R extends ItemRefs>(
  reads: R,
  itemOf: (wanted: ItemRef, index: number) => Attributes | undefined,
): FoundAll<R> {
  const found = Object.entries(reads).map(([name, wanted], index) => {
    const item = itemOf(wanted, index);
    return [name, item && format(wanted.entity, item)];
  });
  return Object.fromEntries(found) as FoundAll<R>;
}
