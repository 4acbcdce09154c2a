import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { tableDefinition } from '../../../shared/table/definition.ts';
import type { Intercept, StoreCall } from './intercept.ts';
import { itemSize } from './item-size.ts';
import { type Attributes, actionsOf, keyOf } from './keys.ts';

export interface Units {
  read: number;
  write: number;
}

const readBlockBytes = 4096;
const writeBlockBytes = 1024;

/**
 * Adds up request units as AWS bills them, from the sizes of the items, since DynamoDB Local reports them wrongly for
 * transactions on tables with indexes:
 *
 * - a write: one unit per KB of the larger of the item before and after it, twice in a transaction;
 * - an index, for each write that changes what it holds: a unit per KB to add, change or take out an entry, two of them where
 *   its key moves; transactions do not double them;
 * - a read: one unit per 4 KB, half if eventually consistent, twice in a transaction; at least one block an item;
 * - a query: the items it returns together, rounded up to 4 KB. What a filter drops is not seen and not counted.
 *
 * Looks at each item before and after its write, so its calls must not be timed.
 */
export function createUnitMeter(client: DynamoDBDocumentClient): {
  readonly intercept: Intercept;
  readonly units: Units;
} {
  const units: Units = { read: 0, write: 0 };

  async function image(TableName: unknown, Key: Attributes): Promise<Attributes | undefined> {
    const command = new GetCommand({ TableName: TableName as string, Key, ConsistentRead: true });
    return (await client.send(command)).Item;
  }

  async function meterWrites(writes: readonly Write[], factor: number, send: () => Promise<unknown>): Promise<unknown> {
    const images = () => Promise.all(writes.map(({ table, key }) => image(table, key)));
    const before = await images();
    const answer = await send();
    const after = await images();
    for (const index of writes.keys()) units.write += writeUnits(before[index], after[index], factor);
    return answer;
  }

  return {
    units,
    async intercept(call, send) {
      const writes = writesOf(call);
      if (writes.length > 0) return meterWrites(writes, call.name.startsWith('Transact') ? 2 : 1, send);
      const answer = await send();
      units.read += readUnits(call, answer as Found);
      return answer;
    },
  };
}

interface Write {
  readonly table: unknown;
  readonly key: Attributes;
}

function writesOf(call: StoreCall): Write[] {
  const { TableName } = call.input;
  if (/^(Put|Update|Delete)/.test(call.name)) return [{ table: TableName, key: keyOf(call.input) }];
  if (!call.name.startsWith('TransactWrite')) return [];
  return actionsOf(call).map(({ action }) => ({
    table: (action as StoreCall['input']).TableName,
    key: keyOf(action),
  }));
}

function writeUnits(before: Attributes | undefined, after: Attributes | undefined, factor: number): number {
  const size = Math.max(sizeOf(before), sizeOf(after));
  const indexes = Object.values(tableDefinition.indexes).map((index) => indexUnits(index, before, after));
  return factor * blocks(size, writeBlockBytes) + indexes.reduce((sum, part) => sum + part, 0);
}

interface Index {
  readonly partitionKey: string;
  readonly sortKey: string;
}

function indexUnits(index: Index, before: Attributes | undefined, after: Attributes | undefined): number {
  const entryBefore = entryKey(index, before);
  const entryAfter = entryKey(index, after);
  const removed = entryBefore === undefined ? 0 : blocks(sizeOf(before), writeBlockBytes);
  const added = entryAfter === undefined ? 0 : blocks(sizeOf(after), writeBlockBytes);
  return entryBefore === entryAfter ? Math.max(removed, added) : removed + added;
}

function entryKey({ partitionKey, sortKey }: Index, item: Attributes = {}): string | undefined {
  const [partition, sort] = [item[partitionKey], item[sortKey]];
  return partition === undefined || sort === undefined ? undefined : `${partition}\n${sort}`;
}

interface Found {
  readonly Item?: Attributes;
  readonly Items?: readonly Attributes[];
  readonly Responses?: unknown;
}

function readUnits({ name, input }: StoreCall, { Item, Items = [], Responses }: Found): number {
  const factor = input.ConsistentRead ? 1 : 0.5;
  if (name.startsWith('TransactGet')) {
    const found = Responses as { Item?: Attributes }[];
    return found.reduce((sum, one) => sum + 2 * blocks(sizeOf(one.Item), readBlockBytes), 0);
  }
  if (name.startsWith('BatchGet')) {
    const items = Object.values(Responses as Record<string, Attributes[]>).flat();
    return items.reduce((sum, item) => sum + blocks(sizeOf(item), readBlockBytes), 0);
  }
  const size = name === 'Get' ? sizeOf(Item) : Items.reduce((sum, item) => sum + itemSize(item), 0);
  return factor * blocks(size, readBlockBytes);
}

function sizeOf(item: Attributes | undefined): number {
  return item ? itemSize(item) : 0;
}

/** A call that finds nothing is billed for one. */
function blocks(size: number, blockBytes: number): number {
  return Math.max(1, Math.ceil(size / blockBytes));
}
