import { tableDefinition } from '../../shared/ground/table/definition.ts';
import { ValidationException } from './errors.ts';
import { type Item, type PrimaryKey, primaryKey } from './item.ts';

const { indexes } = tableDefinition;

/** How the items of an index are found and sorted. */
export interface IndexKeys {
  readonly partitionKey: string;
  readonly sortKey: string;
  readonly sortKeyType: 'number' | 'string';
  readonly projection: 'ALL' | 'KEYS_ONLY';
}

export type IndexName = keyof typeof indexes;
export const indexKeys = Object.entries<IndexKeys>(indexes) as [IndexName, IndexKeys][];

const mostPartitionKeyBytes = 2048;
const mostSortKeyBytes = 1024;

/** The attributes that a page returns for continuing after an item. */
export function positionOf(item: Item, index?: string): Item {
  const keys = index === undefined ? undefined : indexes[index as IndexName];
  return keys ? indexEntry(item, keys) : { ...primaryKey(item) };
}

/** The attributes of an item that an index contains. */
export function projected(item: Item, index?: string): Item {
  const keys = index === undefined ? undefined : indexes[index as IndexName];
  return keys?.projection === 'KEYS_ONLY' ? indexEntry(item, keys) : item;
}

function indexEntry(item: Item, keys: Pick<IndexKeys, 'partitionKey' | 'sortKey'>): Item {
  return {
    ...primaryKey(item),
    [keys.partitionKey]: item[keys.partitionKey],
    [keys.sortKey]: item[keys.sortKey],
  };
}

/** @throws ValidationException for an invalid key, or one with additional attributes */
export function checkedKey(key: Item): PrimaryKey {
  if (Object.keys(key).length !== 2) throw new ValidationException('a key has two attributes');
  refuseNoKey(key);
  return primaryKey(key);
}

/** @throws ValidationException if the item cannot be in the table or in an index */
export function refuseBadKeys(item: Item): void {
  refuseNoKey(item);
  for (const [name, keys] of indexKeys) {
    refuseType(name, item[keys.partitionKey], 'string', mostPartitionKeyBytes);
    refuseType(name, item[keys.sortKey], keys.sortKeyType, mostSortKeyBytes);
  }
}

function refuseNoKey({ pk, sk }: Item): void {
  if (typeof pk !== 'string' || typeof sk !== 'string') throw new ValidationException('a key is text');
  refuseText('a partition key', pk, mostPartitionKeyBytes);
  refuseText('a sort key', sk, mostSortKeyBytes);
}

function refuseType(index: string, value: unknown, type: string, mostBytes: number): void {
  if (value === undefined) return;
  if (typeof value !== type) throw new ValidationException(`the index ${index} has keys of ${type}`);
  if (typeof value === 'string') refuseText(`a key of the index ${index}`, value, mostBytes);
}

/** @throws ValidationException if a query compares with a sort key that no item can have */
export function refuseBadSortKey(value: unknown, type: 'number' | 'string'): void {
  if (typeof value !== type) throw new ValidationException(`the sort key is compared with a ${type}`);
  if (typeof value === 'string') refuseText('a sort key', value, mostSortKeyBytes);
}

/** @throws ValidationException if a query names a partition that cannot exist */
export function refuseBadPartition(value: unknown): asserts value is string {
  if (typeof value !== 'string') throw new ValidationException('the partition key is compared with text');
  refuseText('a partition key', value);
}

/** Half of a surrogate pair has no bytes in UTF-8. DynamoDB Local would store the same key for all of them. */
function refuseText(what: string, text: string, mostBytes?: number): void {
  if (text === '') throw new ValidationException(`${what} is not empty`);
  if (!text.isWellFormed()) throw new ValidationException(`${what} is text without halves of surrogate pairs`);
  if (mostBytes !== undefined && Buffer.byteLength(text) > mostBytes) {
    throw new ValidationException(`${what} has at most ${mostBytes} bytes`);
  }
}
