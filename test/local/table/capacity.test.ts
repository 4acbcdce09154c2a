import { expect, test } from 'vitest';
import type { TableCall } from '../../../local/table/call.ts';
import { EmbeddedTable } from '../../../local/table/embedded-table.ts';

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
  const table = new EmbeddedTable();

  table.perform(call);

  expect(table.units).toEqual(units);
});

test('an index costs a unit for each entry that it gains, loses or changes, two where one moves, and of mere keys no other', () => {
  const table = new EmbeddedTable();
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
