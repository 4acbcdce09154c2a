import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { describe, expect, test } from 'vitest';
import { parseCondition } from '../../../../local/table/expressions/condition.ts';
import { holds } from '../../../../local/table/expressions/holds.ts';
import { Placeholders } from '../../../../local/table/expressions/operands.ts';
import { applyUpdate, parseUpdate, refuseFaultyUpdate } from '../../../../local/table/expressions/update.ts';
import {
  allOf,
  anyOf,
  atLeast,
  atMost,
  conditionOf,
  equals,
  exists,
  itemAbsent,
  itemExists,
  lessThan,
  moreThan,
  notExists,
  type Predicate,
} from '../../../../shared/ground/table/conditions.ts';
import { absent } from '../../../../shared/ground/table/expressions.ts';
import { minorUnits, table } from '../../../../shared/ground/table/table.ts';
import { type Clauses, updateOf } from '../../../../shared/ground/table/update-expression.ts';

/** Only its type is used. `status`, `owner`, `state` and `ttl` are reserved words of DynamoDB. */
const RowEntity = new Entity({
  name: 'row',
  table,
  timestamps: false,
  schema: item({
    id: string().key(),
    status: string().enum('open', 'closed'),
    owner: string().optional(),
    state: string().optional(),
    ttl: number().optional(),
    count: number().optional(),
    firstAt: number().optional(),
    names: list(string()).optional(),
    amount: minorUnits().optional(),
  }),
  computeKey: ({ id }: { id: string }) => ({ pk: id, sk: 'ROW' }),
});

type Row = FormattedItem<typeof RowEntity>;
const key = { pk: 'a', sk: 'ROW' };
const row = { ...key, status: 'open', count: 5, names: ['Ana'] };

/** What an update makes of an item; undefined where its condition does not hold. */
function apply(clauses: Clauses<Row>, before: object | undefined, condition?: Predicate<Row>) {
  const update = updateOf<Row>(clauses, condition);
  const placeholders = new Placeholders(update);
  const actions = parseUpdate(update.UpdateExpression);
  refuseFaultyUpdate(actions, key, placeholders);
  const wanted = update.ConditionExpression;
  if (wanted !== undefined && !holds(parseCondition(wanted), before as never, placeholders)) return undefined;
  return applyUpdate(actions, before as never, key, placeholders);
}

function isMet(predicate: Predicate<Row>, found: object | undefined): boolean {
  const condition = conditionOf<Row>(predicate);
  return holds(parseCondition(condition.ConditionExpression ?? ''), found as never, new Placeholders(condition));
}

describe('an update', () => {
  test('sets, counts, appends and removes in one expression', () => {
    const clauses: Clauses<Row> = {
      set: { status: 'closed' },
      setOnce: { firstAt: 7, ttl: 9 },
      add: { count: 2 },
      append: { names: ['Bea'] },
      remove: ['owner'],
    };
    expect(apply(clauses, { ...row, owner: 'me', firstAt: 3 })).toEqual({
      ...row,
      status: 'closed',
      firstAt: 3,
      ttl: 9,
      count: 7,
      names: ['Ana', 'Bea'],
    });
    expect(apply(clauses, undefined)).toEqual({
      ...key,
      status: 'closed',
      firstAt: 7,
      ttl: 9,
      count: 2,
      names: ['Bea'],
    });
  });

  test('copies what an attribute was before it, once', () => {
    const clauses: Clauses<Row> = { copyOnce: { firstAt: 'count' }, add: { count: 1 } };
    expect(apply(clauses, row)).toMatchObject({ firstAt: 5, count: 6 });
    expect(apply(clauses, { ...row, firstAt: 1 })).toMatchObject({ firstAt: 1, count: 6 });
  });

  test('does not remove what it sets', () => {
    expect(apply({ set: { count: 1 }, remove: ['count', 'names'] }, row)).toEqual({ ...key, status: 'open', count: 1 });
  });

  test('names every attribute by a placeholder, reserved or not', () => {
    expect(updateOf<Row>({ set: { status: 'closed', owner: 'me' }, remove: ['state'] }, exists('ttl'))).toEqual({
      UpdateExpression: 'SET #status = :status, #owner = :owner REMOVE #state',
      ConditionExpression: 'attribute_exists(#ttl)',
      ExpressionAttributeNames: { '#status': 'status', '#owner': 'owner', '#state': 'state', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':status': 'closed', ':owner': 'me' },
    });
  });

  test('has no empty names or values, which DynamoDB refuses', () => {
    expect(updateOf<Row>({ remove: ['count'] }, itemExists)).toEqual({
      UpdateExpression: 'REMOVE #count',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#count': 'count' },
    });
    expect(conditionOf<Row>(itemAbsent)).toEqual(absent);
  });

  test.each<Clauses<Row>>([{ set: { owner: undefined } }, { add: { count: undefined } }])(
    'without a value is refused: %j',
    (clauses) => {
      expect(() => updateOf<Row>(clauses)).toThrow('an expression has no value for');
    },
  );
});

describe('update and condition', () => {
  test('hold different values of one attribute apart', () => {
    const swap = updateOf<Row>({ set: { count: 6 } }, anyOf(equals({ count: 5 }), equals({ count: 4 })));
    expect(swap).toEqual({
      UpdateExpression: 'SET #count = :count',
      ConditionExpression: '#count = :count2 OR #count = :count3',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':count': 6, ':count2': 5, ':count3': 4 },
    });
  });

  test.each([
    [5, 6],
    [4, undefined],
  ])('where the count is %j it becomes %j', (count, after) => {
    expect(apply({ set: { count: 6 } }, { ...row, count }, equals({ count: 5 }))?.count).toBe(after);
  });

  test('an attribute that is named like another value of one does not take its place', () => {
    type Counted = { readonly count: number; readonly count2: number };
    const update = updateOf<Counted>({ set: { count: 1, count2: 2 } }, equals({ count: 3, count2: 4 }));
    const { ConditionExpression = '', ExpressionAttributeValues = {} } = update;
    expect(update.UpdateExpression).toBe('SET #count = :count, #count2 = :count2');
    expect(ConditionExpression).toBe('#count = :count3 AND #count2 = :count22');
    expect(ExpressionAttributeValues).toEqual({ ':count': 1, ':count2': 2, ':count3': 3, ':count22': 4 });
  });
});

describe('a condition', () => {
  const absentRow = undefined;
  test.each<[string, Predicate<Row>, boolean, boolean]>([
    ['itemExists', itemExists, true, false],
    ['itemAbsent', itemAbsent, false, true],
    ['exists, all of them there', exists('count', 'status'), true, false],
    ['exists, one of them there', exists('count', 'owner'), false, false],
    ['notExists, none of them there', notExists('owner', 'ttl'), true, true],
    ['notExists, one of them there', notExists('owner', 'count'), false, true],
    ['equals', equals({ count: 5, status: 'open' }), true, false],
    ['equals in part', equals({ count: 5, status: 'closed' }), false, false],
    ['equals what is not there', equals({ owner: 'me' }), false, false],
    ['lessThan, above', lessThan({ count: 6 }), true, false],
    ['lessThan, the same', lessThan({ count: 5 }), false, false],
    ['atMost, the same', atMost({ count: 5 }), true, false],
    ['atMost, below', atMost({ count: 4 }), false, false],
    ['atLeast, the same', atLeast({ count: 5 }), true, false],
    ['atLeast, above', atLeast({ count: 6 }), false, false],
    ['moreThan, below', moreThan({ count: 4 }), true, false],
    ['moreThan, the same', moreThan({ count: 5 }), false, false],
    ['moreThan what is not there', moreThan({ ttl: 0 }), false, false],
    ['allOf', allOf(itemExists, equals({ count: 5 })), true, false],
    ['allOf, one of them not', allOf(itemExists, equals({ count: 4 })), false, false],
    ['anyOf, the second', anyOf(itemAbsent, equals({ count: 5 })), true, true],
    ['anyOf, none', anyOf(equals({ count: 4 }), exists('owner')), false, false],
    ['allOf with anyOf', allOf(itemExists, anyOf(notExists('ttl'), atMost({ ttl: 1 }))), true, false],
    ['anyOf with allOf', anyOf(allOf(itemExists, exists('owner')), equals({ count: 5 })), true, false],
    ['anyOf beside what does not hold', allOf(anyOf(itemExists, itemAbsent), equals({ count: 4 })), false, false],
    ['anyOf within anyOf', anyOf(anyOf(itemAbsent, exists('owner')), equals({ count: 5 })), true, true],
    ['allOf within allOf', allOf(allOf(anyOf(itemExists, itemAbsent)), notExists('owner')), true, true],
  ])('%s', (_name, predicate, onRow, onNothing) => {
    expect([isMet(predicate, row), isMet(predicate, absentRow)]).toEqual([onRow, onNothing]);
  });

  test('without a value is refused', () => {
    expect(() => conditionOf<Row>(equals({ owner: undefined }))).toThrow('an expression has no value for owner');
  });

  test('brackets only what needs it: DynamoDB refuses brackets that change nothing', () => {
    const nested = allOf<Row>(allOf(anyOf(itemExists, itemAbsent)), exists('ttl'));
    expect(conditionOf<Row>(nested).ConditionExpression).toBe(
      '(attribute_exists(pk) OR attribute_not_exists(pk)) AND attribute_exists(#ttl)',
    );
    const flat = anyOf<Row>(allOf(itemExists, exists('ttl')), itemAbsent);
    expect(conditionOf<Row>(flat).ConditionExpression).toBe(
      'attribute_exists(pk) AND attribute_exists(#ttl) OR attribute_not_exists(pk)',
    );
  });
});

test('what the item has no place for does not compile', () => {
  const wrong = [
    // @ts-expect-error no such attribute
    updateOf<Row>({ set: { nobody: 1 } }),
    // @ts-expect-error no such attribute in the condition
    updateOf<Row>({ set: { count: 1 } }, equals({ nobody: 1 })),
    // @ts-expect-error no such value
    updateOf<Row>({ set: { status: 'ajar' } }),
    // @ts-expect-error no such value in the condition
    updateOf<Row>({ set: { count: 1 } }, allOf(itemExists, equals({ status: 'ajar' }))),
    // @ts-expect-error not a number
    updateOf<Row>({ add: { status: 1 } }),
    // @ts-expect-error not a list
    updateOf<Row>({ append: { status: ['open'] } }),
    // @ts-expect-error money is stored as text
    updateOf<Row>({ set: { amount: 1n } }),
    // @ts-expect-error the item is not named
    updateOf({ set: { count: 1 } }),
    // @ts-expect-error the item of the condition is not named
    conditionOf(equals({ count: 1 })),
  ];
  expect(wrong).toHaveLength(9);
});
