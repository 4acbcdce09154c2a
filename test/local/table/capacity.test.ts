import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { createTableClients } from '../../../local/clients.ts';
import { createTable } from '../../../local/create-table.ts';
import type { TableCall } from '../../../local/table/call.ts';
import { MemoryTable } from '../../../local/table/memory-table.ts';
import { createLeanClient } from './lean-client.ts';
import { anyCall } from './operations.ts';

const calls = 300;

/** DynamoDB Local counts otherwise than AWS: transactions, batches, indexes, and queries that find nothing. */
const isCounted = (call: TableCall) =>
  ['Get', 'Put', 'Update', 'Delete', 'Query'].includes(call.name) && !/due|retried/.test(JSON.stringify(call.input));

test('a call costs the units that DynamoDB Local says', { timeout: 120_000 }, async () => {
  const databaseKeyId = randomUUID().replaceAll('-', '');
  const table = new MemoryTable();
  await createTable(createTableClients(inject('dynamoDbEndpoint'), databaseKeyId).client, table.name, {
    stream: false,
  });
  const real = createLeanClient(inject('dynamoDbEndpoint'), databaseKeyId);
  let compared = 0;

  for (const call of fc.sample(anyCall.filter(isCounted), { seed: 1, numRuns: calls })) {
    const { read, write } = table.units;
    const asking = { ...call, input: { ...call.input, ReturnConsumedCapacity: 'TOTAL' } };
    const told = await real(asking).catch(() => undefined);
    if (!told || told.ScannedCount === 0) continue;
    const { ConsumedCapacity: consumed } = table.perform(asking);
    compared += 1;
    expect(consumed, JSON.stringify(call)).toEqual(told.ConsumedCapacity);
    expect(table.units.read - read + table.units.write - write, JSON.stringify(call)).toBe(consumed.CapacityUnits);
  }

  expect(compared).toBeGreaterThan(calls / 2);
});

const Item = { pk: 'a', sk: 'b', text: 'x'.repeat(1500) };

test.each<[string, TableCall, object]>([
  ['a write of 1.5 KB', { name: 'Put', input: { TableName: 'memory', Item } }, { read: 0, write: 2 }],
  [
    'the same in a transaction',
    { name: 'TransactWrite', input: { TransactItems: [{ Put: { TableName: 'memory', Item } }] } },
    { read: 0, write: 4 },
  ],
  [
    'a check that finds nothing',
    {
      name: 'TransactWrite',
      input: {
        TransactItems: [
          {
            ConditionCheck: {
              TableName: 'memory',
              Key: { pk: 'a', sk: 'b' },
              ConditionExpression: 'attribute_not_exists(pk)',
            },
          },
        ],
      },
    },
    { read: 0, write: 2 },
  ],
  [
    'a reading transaction of two items',
    {
      name: 'TransactGet',
      input: { TransactItems: ['a', 'b'].map((pk) => ({ Get: { TableName: 'memory', Key: { pk, sk: 'b' } } })) },
    },
    { read: 4, write: 0 },
  ],
])('%s costs as AWS says', (_what, call, units) => {
  const table = new MemoryTable();

  table.perform(call);

  expect(table.units).toEqual(units);
});

test('an index costs a unit for each entry that it gains, loses or changes, two where one moves, and of mere keys no other', () => {
  const table = new MemoryTable();
  const costOf = (more: object) => {
    const before = table.units.write;
    table.perform({ name: 'Put', input: { TableName: 'memory', Item: { pk: 'a', sk: 'b', ...more } } });
    return table.units.write - before;
  };

  expect(costOf({})).toBe(1);
  expect(costOf({ retriedOf: '0' })).toBe(1);
  expect(costOf({ retriedOf: '0', lastAttemptAt: 1 })).toBe(2);
  expect(costOf({ retriedOf: '0', lastAttemptAt: 1, text: 'more' })).toBe(2);
  expect(costOf({ retriedOf: '0', lastAttemptAt: 2 })).toBe(3);
  expect(costOf({})).toBe(2);
  expect(costOf({ dueShard: '0', dueSlot: 1 })).toBe(2);
  expect(costOf({ dueShard: '0', dueSlot: 1, text: 'x'.repeat(1500) })).toBe(2);
  expect(costOf({ dueShard: '0', dueSlot: 2, text: 'x'.repeat(1500) })).toBe(4);
  expect(costOf({})).toBe(3);
});
