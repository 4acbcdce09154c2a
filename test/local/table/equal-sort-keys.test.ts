import { describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Input, Output, TableCall } from '../../../local/table/call.ts';
import { EmbeddedTable } from '../../../local/table/embedded-table.ts';
import type { Item } from '../../../local/table/item.ts';
import { closeAll, openPeers } from './peers.ts';

const TableName = new EmbeddedTable().name;
/** Keys whose order differs between UTF-8 and UTF-16, with spaces, and of partitions that begin alike. */
const partitions = ['a', 'a b', 'aa', 'A', 'é', '\uffee', '🙂', 'a#1', '%20'];
const sortKeys = ['1', 'x y', '🙂'];
const items = partitions.flatMap((pk) =>
  sortKeys.map((sk): Item => ({ pk, sk, dueShard: 'rails#1', dueSlot: 5, retriedOf: 'org', lastAttemptAt: 7 })),
);
const before = { pk: 'before', sk: '1', dueShard: 'rails#1', dueSlot: 4, retriedOf: 'org', lastAttemptAt: 6.5 };
const behind = { pk: 'behind', sk: '1', dueShard: 'rails#1', dueSlot: 6, retriedOf: 'org', lastAttemptAt: 7.5 };

const indexes = {
  due: { partition: ['dueShard', 'rails#1'], sortKey: 'dueSlot', at: 5 },
  retried: { partition: ['retriedOf', 'org'], sortKey: 'lastAttemptAt', at: 7 },
} as const;
type IndexName = keyof typeof indexes;

/** Key conditions of which the items of equal sort keys are the middle, the end or all. */
const bounds = ['', ' AND #s <= :at', ' AND #s >= :at', ' AND #s BETWEEN :at AND :at'] as const;

type Send = (call: TableCall) => Promise<Output>;

function queryOf(IndexName: IndexName, bound: (typeof bounds)[number], isForward: boolean): Input {
  const { partition, sortKey, at } = indexes[IndexName];
  const isBounded = bound !== '';
  return {
    TableName,
    IndexName,
    ScanIndexForward: isForward,
    Limit: 1,
    KeyConditionExpression: `#p = :p${bound}`,
    ExpressionAttributeNames: { '#p': partition[0], ...(isBounded && { '#s': sortKey }) },
    ExpressionAttributeValues: { ':p': partition[1], ...(isBounded && { ':at': at }) },
  };
}

/** The keys that a query finds, page by page. */
async function walk(send: Send, query: Input): Promise<string[]> {
  const found: string[] = [];
  let ExclusiveStartKey: unknown;
  do {
    const input = { ...query, ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }) };
    const { Items, LastEvaluatedKey } = await send({ name: 'Query', input });
    found.push(...Items.map(({ pk, sk }: Item) => `${pk} | ${sk}`));
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined && found.length < 100);
  return found;
}

function expectedOf(bound: (typeof bounds)[number]): string[] {
  const all = [
    ...(bound === '' || bound === ' AND #s <= :at' ? [before] : []),
    ...items,
    ...(bound === '' || bound === ' AND #s >= :at' ? [behind] : []),
  ];
  return all.map(({ pk, sk }) => `${pk} | ${sk}`).sort();
}

async function openTables() {
  const memory = new EmbeddedTable();
  const peers = await openPeers(inject('dynamoDbEndpoint'));
  onTestFinished(() => closeAll(peers));
  const tables: { readonly name: string; readonly send: Send }[] = [
    { name: 'in memory', send: async (call) => memory.perform(call) },
    ...peers,
  ];
  for (const { send } of tables) {
    for (const Item of [behind, ...items.toReversed(), before]) await send({ name: 'Put', input: { TableName, Item } });
  }
  return tables;
}

describe('items of equal sort keys, in many partitions of the table', () => {
  test.each(['due', 'retried'] as const)('are found once each by the index %s, one on a page', async (index) => {
    const tables = await openTables();
    for (const bound of bounds) {
      for (const isForward of [true, false]) {
        const orders = new Map<string, string[]>();
        for (const { name, send } of tables) {
          const found = await walk(send, queryOf(index, bound, isForward));
          expect(found.toSorted(), `${name}:${bound} ${isForward}`).toEqual(expectedOf(bound));
          orders.set(name, found);
        }
        expect(orders.get('in SQLite'), `${bound} ${isForward}`).toEqual(orders.get('in memory'));
      }
    }
  });
});
