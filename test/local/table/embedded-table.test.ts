import { PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, inject, test } from 'vitest';
import type { Input, TableCall } from '../../../local/table/call.ts';
import { type Change, EmbeddedTable } from '../../../local/table/embedded-table.ts';
import { createMemoryTable } from '../../../local/table/memory-client.ts';
import { closeAll, openPeers } from './peers.ts';
import { Referee } from './referee.ts';

const TableName = 'memory';
const Key = { pk: 'a', sk: 'b' };
const perform = (name: TableCall['name'], input: Input) => new EmbeddedTable().perform({ name, input });

test.each<[string, TableCall['name'], Input]>([
  [
    'begins_with(sk, :s)',
    'Delete',
    { ConditionExpression: 'begins_with(sk, :s)', ExpressionAttributeValues: { ':s': 'b' } },
  ],
  ['a.b = :v', 'Delete', { ConditionExpression: 'a.b = :v', ExpressionAttributeValues: { ':v': 1 } }],
  ['size(a) > :v', 'Delete', { ConditionExpression: 'size(a) > :v', ExpressionAttributeValues: { ':v': 1 } }],
  [
    'SET a = :v - :w',
    'Update',
    { UpdateExpression: 'SET a = :v - :w', ExpressionAttributeValues: { ':v': 1, ':w': 1 } },
  ],
  ['DELETE a :v', 'Update', { UpdateExpression: 'DELETE a :v', ExpressionAttributeValues: { ':v': 1 } }],
  ['Get with ProjectionExpression', 'Get', { ProjectionExpression: 'a' }],
  ['Update with ReturnValues UPDATED_OLD', 'Update', { UpdateExpression: 'REMOVE a', ReturnValues: 'UPDATED_OLD' }],
  ['an attribute named valueOf', 'Delete', { ConditionExpression: 'attribute_not_exists(valueOf)' }],
  [
    'an attribute named toString',
    'Update',
    { UpdateExpression: 'SET #s = #s', ExpressionAttributeNames: { '#s': 'toString' } },
  ],
])('the form "%s" is refused by its name', (form, name, input) => {
  expect(() => perform(name, { TableName, Key, ...input })).toThrow(form);
});

test('a value that the document client cannot say is refused', () => {
  expect(() => perform('Put', { TableName, Item: { ...Key, at: new Date() } })).toThrow(
    'does not know this form yet: values like',
  );
});

test('an attribute that every object of JavaScript has is refused, however deep it is', () => {
  const Item = { ...Key, list: [JSON.parse('{"__proto__":{"n":1}}')] };
  expect(() => perform('Put', { TableName, Item })).toThrow('an attribute named __proto__');
});

test('what is added to a number written with an exponent is added exactly, or refused', () => {
  const table = new EmbeddedTable();
  const add = (n: number) =>
    table.perform({
      name: 'Update',
      input: {
        TableName: table.name,
        Key,
        UpdateExpression: 'ADD n :n',
        ExpressionAttributeValues: { ':n': n },
        ReturnValues: 'ALL_NEW',
      },
    }).Attributes.n;
  expect(add(1e-130)).toBe(1e-130);
  expect(add(0)).toBe(1e-130);
  expect(() => add(1)).toThrow('1e-130 + 1');
});

test('whoever read an item may change what it was given', () => {
  const table = new EmbeddedTable();
  table.perform({ name: 'Put', input: { TableName, Item: { ...Key, list: [1] } } });

  table.perform({ name: 'Get', input: { TableName, Key } }).Item.list.push(2);

  expect(table.item('a b')).toEqual({ ...Key, list: [1] });
});

test('a token is forgotten after ten minutes', () => {
  let now = 0;
  const table = new EmbeddedTable({ now: () => now });
  const add = { Update: { TableName, Key, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': 1 } } };
  const send = () =>
    table.perform({ name: 'TransactWrite', input: { TransactItems: [add], ClientRequestToken: 'token' } });
  send();

  now += 10 * 60 * 1000;
  send();
  expect(table.item('a b')).toMatchObject({ n: 1 });

  now += 1;
  send();
  expect(table.item('a b')).toMatchObject({ n: 2 });
});

test('what has expired stands until DynamoDB takes it out', () => {
  const table = new EmbeddedTable({ now: () => 5_000 });
  for (const ttl of [4, 5, 6])
    table.perform({ name: 'Put', input: { TableName, Item: { pk: 'a', sk: String(ttl), ttl } } });
  const changes: Change[] = [];
  table.onChange = (change) => changes.push(change);

  expect(table.item('a 4')).toBeDefined();
  expect(table.expire()).toBe(2);

  expect(changes.map(({ key, isExpiry }) => [key, isExpiry])).toEqual([
    ['a 4', true],
    ['a 5', true],
  ]);
  expect(table.item('a 6')).toBeDefined();
});

const row = (dueSlot: number) => ({ pk: 'work', sk: 'row', dueShard: 'rails#3', dueSlot });

test('each write tells what it takes of its partition and of those of the indexes', async () => {
  const { table, client, tableName: TableName } = createMemoryTable();
  const consumed: [string, number][] = [];
  table.mayConsume = (partition, { write }) => consumed.push([partition, write]) > 0;
  await client.send(new PutCommand({ TableName, Item: row(1) }));
  await client.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: row(2) } }] }));
  expect(consumed).toEqual([
    ['work', 1],
    ['due: rails#3', 1],
    ['work', 2],
    // An entry that moves is taken out and added.
    ['due: rails#3', 1],
    ['due: rails#3', 1],
  ]);
});

test('a query of an index of keys shows keys alone, and reads no more', async () => {
  const { table, client, tableName: TableName } = createMemoryTable();
  await client.send(new PutCommand({ TableName, Item: { ...row(1), dueAt: 2, text: 'x'.repeat(9_000) } }));
  const query = {
    IndexName: 'due',
    KeyConditionExpression: 'dueShard = :s',
    ExpressionAttributeValues: { ':s': 'rails#3' },
  };
  const { Items } = await client.send(new QueryCommand({ TableName, ...query }));
  expect(Items).toEqual([row(1)]);
  expect(table.units.read).toBe(0.5);
});

test('a call is refused and changes nothing where a partition has no throughput left for a part of it', async () => {
  const { table, client, tableName: TableName } = createMemoryTable();
  await client.send(new PutCommand({ TableName, Item: row(1) }));
  table.mayConsume = (partition) => partition !== 'due: rails#3';
  const put = { Put: { TableName, Item: row(2) } };
  const update = { TableName, Key: { pk: 'work', sk: 'row' }, UpdateExpression: 'SET #slot = :slot' };
  const values = { ExpressionAttributeNames: { '#slot': 'dueSlot' }, ExpressionAttributeValues: { ':slot': 2 } };
  await expect(client.send(new UpdateCommand({ ...update, ...values }))).rejects.toMatchObject({
    name: 'ProvisionedThroughputExceededException',
  });
  await expect(client.send(new TransactWriteCommand({ TransactItems: [put] }))).rejects.toMatchObject({
    CancellationReasons: [{ Code: 'ThrottlingError' }],
  });
  expect(table.item('work row')).toEqual(row(1));
});

describe('a page', () => {
  const all = { TableName, KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': 'a' } };
  const put = (sk: number): TableCall => ({
    name: 'Put',
    input: { TableName, Item: { pk: 'a', sk: String(sk), even: sk % 2 === 0, text: 'x'.repeat(100_000 + 1_000 * sk) } },
  });
  const puts = Array.from({ length: 30 }, (_, index) => put(10 + index));

  test.each([{}, { ScanIndexForward: false }, { Limit: 5 }])('%j ends where all tables end it', async (more) => {
    const peers = await openPeers(inject('dynamoDbEndpoint'));
    const referee = new Referee(new EmbeddedTable(), peers);
    for (const call of puts) await referee.perform(call);
    let ExclusiveStartKey: unknown;
    let pages = 0;
    do {
      const input = { ...all, ...more, ...(ExclusiveStartKey !== undefined && { ExclusiveStartKey }) };
      ({ LastEvaluatedKey: ExclusiveStartKey } = await referee.perform({ name: 'Query', input }));
      pages += 1;
    } while (ExclusiveStartKey !== undefined);
    expect(pages).toBeGreaterThan(3);
    await closeAll(peers);
  });

  test('ends at a megabyte of what was examined, as in AWS, whatever the filter leaves of it', () => {
    const table = new EmbeddedTable();
    for (const call of puts) table.perform(call);
    const read = (more: object) => table.perform({ name: 'Query', input: { ...all, ...more } });
    const even = { FilterExpression: 'even = :yes', ExpressionAttributeValues: { ':p': 'a', ':yes': true } };

    const whole = read({});
    const filtered = read(even);

    expect(filtered.LastEvaluatedKey).toEqual(whole.LastEvaluatedKey);
    expect(filtered).toMatchObject({ Count: whole.Count / 2, ScannedCount: whole.Count });
  });
});
