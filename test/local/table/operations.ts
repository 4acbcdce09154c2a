import fc from 'fast-check';
import type { Input, TableCall } from '../../../local/table/call.ts';
import { keyText } from '../../../local/table/item.ts';

/** Random calls of every form that the service uses, on few items, so that they meet. */

const tableName = 'memory';

/** Keys that differ in length, in case, and beyond the first plane of Unicode. */
const sortKeys = ['a', 'ab', 'B', '0001', '0002', '\uffee', '\u{1f600}', 'é', 'b a'];
/** Two keys of these and the sort keys would be one if a space stood between their parts. */
const partitionKeys = ['one', 'two', 'one b', 'one%20b'];
const texts = ['', 'x', 'xy', 'Ä', '\u{1f600}'];
const attributes = ['n', 'm', 's', 'many', 'flag', 'gone'] as const;

/** An index row's time is its own: rows of one time have no order that could be relied on. */
let times = 0;
const time = fc.nat(2 ** 20).map((random) => random * 1024 + (times++ % 1024));

const small = fc.integer({ min: -3, max: 5 });
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: small },
  { weight: 3, arbitrary: fc.constantFrom(...texts) },
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 1000),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(small, { maxLength: 3 }),
  fc.record({ deep: small, deeper: fc.record({ text: fc.constantFrom(...texts) }) }),
);

const key = fc.record({ pk: fc.constantFrom(...partitionKeys), sk: fc.constantFrom(...sortKeys) });

const body = fc.record(
  {
    n: small,
    m: value,
    s: fc.constantFrom(...texts),
    many: fc.array(value, { maxLength: 3 }),
    flag: fc.boolean(),
    absent: fc.constant(undefined),
  },
  { requiredKeys: [] },
);
const dueRow = fc.record({ dueShard: fc.constantFrom('0', '1'), dueSlot: time }, { requiredKeys: [] });
const retriedRow = fc.record({ retriedOf: fc.constantFrom('p', 'q'), lastAttemptAt: time }, { requiredKeys: [] });

const item = fc
  .tuple(key, body, fc.option(dueRow, { nil: {} }), fc.option(retriedRow, { nil: {} }), fc.nat(40))
  .map(([keys, ...parts]) => {
    const size = parts.pop() as number;
    // One item in forty is large, so that pages end by their size.
    const large = size === 0 ? { padding: 'x'.repeat(120_000) } : {};
    return Object.assign({}, keys, ...(parts as object[]), large) as Input;
  });

/** Text of an expression, and the values that it names; names are placeholders or words, as drawn. */
interface Expression {
  readonly text: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

let placeholders = 0;

function attributeNamed(names: fc.Arbitrary<string>): fc.Arbitrary<Expression> {
  return fc
    .tuple(names, fc.boolean())
    .map(([name, isWord]) =>
      isWord ? { text: name, names: {}, values: {} } : { text: `#${name}`, names: { [`#${name}`]: name }, values: {} },
    );
}

const attribute = attributeNamed(fc.constantFrom(...attributes));

/** An attribute that is a number, or not there. */
const numeric = attributeNamed(fc.constantFrom('n', 'n', 'n', 'gone', 's'));
const list = attributeNamed(fc.constantFrom('many', 'many', 'gone', 's'));

function literal(arbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<Expression> {
  return arbitrary.map((one) => {
    const text = `:v${placeholders++}`;
    return { text, names: {}, values: { [text]: one } };
  });
}

/** Parts between pieces of text. */
function joined(pieces: readonly string[], parts: readonly Expression[]): Expression {
  const text = parts.reduce((sum, part, index) => `${sum}${part.text}${pieces[index + 1]}`, pieces[0] ?? '');
  return {
    text,
    names: Object.assign({}, ...parts.map(({ names }) => names)),
    values: Object.assign({}, ...parts.map(({ values }) => values)),
  };
}

function form(pieces: readonly string[], ...parts: fc.Arbitrary<Expression>[]): fc.Arbitrary<Expression> {
  return fc.tuple(...parts).map((drawn) => joined(pieces, drawn));
}

/** What an order compares with: DynamoDB refuses others. */
const ordered = literal(fc.oneof(small, fc.constantFrom('x', 'xy', 'Ä')));
const bounds = fc
  .oneof(fc.tuple(small, small), fc.tuple(fc.constantFrom('x', 'y'), fc.constantFrom('xy', 'z')))
  .map(([from, to]) => [`:v${placeholders++}`, from, `:v${placeholders++}`, to] as const)
  .map(([a, from, b, to]) => ({ text: `${a} AND ${b}`, names: {}, values: { [a]: from, [b]: to } }));

const comparison = fc.oneof(
  form(['', ' = ', ''], attribute, literal(value)),
  ...['<', '<=', '>', '>='].map((operator) => form(['', ` ${operator} `, ''], attribute, ordered)),
  form(['', ' BETWEEN ', ''], attribute, bounds),
  fc
    .tuple(attribute, fc.array(literal(value), { minLength: 1, maxLength: 3 }))
    .map(([left, options]) => joined(['', ' IN (', ...options.slice(1).map(() => ', '), ')'], [left, ...options])),
  form(['attribute_exists(', ')'], attribute),
  form(['attribute_not_exists(', ')'], attribute),
  fc.constant({ text: 'attribute_not_exists(pk)', names: {}, values: {} }),
  fc.constant({ text: 'attribute_exists(pk)', names: {}, values: {} }),
);

const { condition } = fc.letrec<{ condition: Expression }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 4, arbitrary: comparison },
    { weight: 1, arbitrary: form(['', ' AND ', ''], tie('condition'), tie('condition')) },
    { weight: 1, arbitrary: form(['(', ' OR ', ')'], tie('condition'), tie('condition')) },
    { weight: 1, arbitrary: form(['', ' OR ', ''], tie('condition'), tie('condition')) },
    { weight: 1, arbitrary: form(['NOT ', ''], tie('condition')) },
    { weight: 1, arbitrary: form(['NOT (', ' AND ', ')'], tie('condition'), tie('condition')) },
  ),
}));

const term = fc.oneof(
  { weight: 4, arbitrary: literal(value) },
  attribute,
  form(['if_not_exists(', ', ', ')'], attribute, literal(small)),
  form(['', ' + ', ''], numeric, literal(small)),
  form(['', ' + ', ''], form(['if_not_exists(', ', ', ')'], numeric, literal(small)), literal(small)),
  form(['list_append(', ', ', ')'], list, literal(fc.array(small, { maxLength: 2 }))),
  form(
    ['list_append(', ', ', ')'],
    form(['if_not_exists(', ', ', ')'], list, literal(fc.constant([]))),
    literal(fc.array(small, { minLength: 1, maxLength: 2 })),
  ),
);

const indexKey = fc.oneof(
  {
    weight: 6,
    arbitrary: form(['dueSlot = ', ', dueShard = ', ''], literal(time), literal(fc.constantFrom('0', '1'))),
  },
  { weight: 3, arbitrary: form(['dueSlot = ', ''], literal(time)) },
  { weight: 1, arbitrary: form(['dueSlot = ', ''], literal(fc.constantFrom('no number', ''))) },
);

const assignment = fc.oneof(
  { weight: 6, arbitrary: form(['', ' = ', ''], attribute, term) },
  { weight: 2, arbitrary: indexKey },
);
const addition = form(['', ' ', ''], numeric, literal(small));

function clause(word: string, part: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return fc
    .array(part, { minLength: 1, maxLength: 2 })
    .map((parts) => joined([`${word} `, ...parts.slice(1).map(() => ', '), ''], parts));
}

const removal = fc.oneof(
  attribute,
  fc.constantFrom('dueSlot', 'dueShard', 'padding').map((text) => ({ text, names: {}, values: {} })),
);

const update = fc
  .subarray(
    [clause('SET', assignment), clause('ADD', addition), clause('REMOVE', removal)] as fc.Arbitrary<Expression>[],
    { minLength: 1 },
  )
  .chain((clauses) => fc.tuple(...clauses))
  .map((clauses) => joined(['', ...clauses.slice(1).map(() => ' '), ''], clauses));

/** The fields of a request that has these expressions. */
function expressed(expressions: Readonly<Record<string, Expression | undefined>>): Input {
  const fields = Object.entries(expressions).flatMap(([field, part]) => (part ? [{ field, part }] : []));
  const { names, values } = joined(
    ['', ...fields.map(() => '')],
    fields.map(({ part }) => part),
  );
  return {
    ...Object.fromEntries(fields.map(({ field, part }) => [field, part.text])),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

const maybeCondition = fc.option(condition, { nil: undefined, freq: 2 });
const returnsOld = fc.constantFrom({}, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
const TableName = tableName;

const put = fc
  .tuple(item, maybeCondition, returnsOld)
  .map(([Item, when, old]): Input => ({ TableName, Item, ...expressed({ ConditionExpression: when }), ...old }));
const updateOne = fc.tuple(key, update, maybeCondition, returnsOld).map(
  ([Key, change, when, old]): Input => ({
    TableName,
    Key,
    ...expressed({ UpdateExpression: change, ConditionExpression: when }),
    ...old,
  }),
);
const remove = fc
  .tuple(key, maybeCondition, returnsOld)
  .map(([Key, when, old]): Input => ({ TableName, Key, ...expressed({ ConditionExpression: when }), ...old }));
const check = fc
  .tuple(key, condition, returnsOld)
  .map(([Key, when, old]): Input => ({ TableName, Key, ...expressed({ ConditionExpression: when }), ...old }));

const part = fc.oneof(
  { weight: 3, arbitrary: put.map((Put) => ({ Put })) },
  { weight: 4, arbitrary: updateOne.map((Update) => ({ Update })) },
  { weight: 1, arbitrary: remove.map((Delete) => ({ Delete })) },
  { weight: 2, arbitrary: check.map((ConditionCheck) => ({ ConditionCheck })) },
);

/** Two of one item are refused, by AWS at once, by DynamoDB Local where all conditions hold. */
function keyOfPart(write: Input): string {
  const [{ Key, Item }] = Object.values(write) as [Input];
  return keyText(Key ?? Item);
}

let tokens = 0;
const recentTokens: string[] = [];
/** One in ten was used lately. */
const token = fc.nat(99).map((random) => {
  const recent = recentTokens.at(-1 - (random % 3));
  if (random < 10 && recent) return recent;
  tokens += 1;
  recentTokens.push(`token-${process.pid}-${Date.now().toString(36)}-${tokens}`);
  return recentTokens.at(-1) as string;
});

const transactWrite = fc
  .tuple(fc.uniqueArray(part, { minLength: 1, maxLength: 5, selector: keyOfPart }), token)
  .map(([TransactItems, ClientRequestToken]): Input => ({ TransactItems, ClientRequestToken }));

const range = fc.oneof(
  fc.constant({ text: '', names: {}, values: {} }),
  form([' AND sk >= ', ''], literal(fc.constantFrom(...sortKeys))),
  form([' AND sk <= ', ''], literal(fc.constantFrom(...sortKeys))),
  fc
    .tuple(fc.constantFrom(...sortKeys), fc.constantFrom(...sortKeys))
    .map(([from, to]) => ({ text: ' AND sk BETWEEN :from AND :to', names: {}, values: { ':from': from, ':to': to } })),
);
const pageOf = fc.record(
  { Limit: fc.integer({ min: 1, max: 6 }), ScanIndexForward: fc.boolean(), ConsistentRead: fc.boolean() },
  { requiredKeys: [] },
);

const query = fc
  .tuple(
    fc.constantFrom(...partitionKeys),
    range,
    fc.option(comparison, { nil: undefined }),
    pageOf,
    fc.option(fc.constantFrom(...sortKeys), { nil: undefined }),
  )
  .map(
    ([pk, within, filter, page, after]): Input => ({
      TableName,
      ...expressed({
        KeyConditionExpression: joined(
          ['pk = ', '', ''],
          [{ text: ':partition', names: {}, values: { ':partition': pk } }, within],
        ),
        FilterExpression: filter,
      }),
      ...page,
      ...(after && { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );

const dueQuery = fc.tuple(fc.constantFrom('0', '1'), time, fc.integer({ min: 1, max: 5 })).map(
  ([shard, until, Limit]): Input => ({
    TableName,
    IndexName: 'due',
    KeyConditionExpression: 'dueShard = :shard AND dueSlot <= :until',
    ExpressionAttributeValues: { ':shard': shard, ':until': until },
    Limit,
  }),
);
const retriedQuery = fc.tuple(fc.constantFrom('p', 'q'), fc.integer({ min: 1, max: 5 })).map(
  ([retriedOf, Limit]): Input => ({
    TableName,
    IndexName: 'retried',
    KeyConditionExpression: 'retriedOf = :retriedOf',
    ExpressionAttributeValues: { ':retriedOf': retriedOf },
    ScanIndexForward: false,
    Limit,
  }),
);

const someKeys = fc.uniqueArray(key, { selector: keyText, minLength: 1, maxLength: 8 });
const ConsistentRead = true;

/** A value of so many lists and maps within each other. */
function nested(levels: number): unknown {
  return Array.from({ length: levels }).reduce((inner: unknown, _, level) => (level % 2 ? { inner } : [inner]), 1);
}

const putOf = (more: object): TableCall => ({
  name: 'Put',
  input: { TableName, Item: { pk: 'one', sk: 'a', ...more } },
});
const setTo = (value: unknown): TableCall => ({
  name: 'Update',
  input: {
    TableName,
    Key: { pk: 'one', sk: 'a' },
    UpdateExpression: 'SET n = :n',
    ExpressionAttributeValues: { ':n': value },
  },
});
const comparedTo = (value: unknown): TableCall => ({
  name: 'Delete',
  input: {
    TableName,
    Key: { pk: 'one', sk: 'a' },
    ConditionExpression: 'm = :m',
    ExpressionAttributeValues: { ':m': value },
  },
});
const queryOf = (pk: string, sk: string): TableCall => ({
  name: 'Query',
  input: {
    TableName,
    KeyConditionExpression: 'pk = :pk AND sk >= :sk',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
  },
});

/** The largest and smallest that DynamoDB takes, and what lies just beyond. */
const limits: fc.Arbitrary<TableCall> = fc.oneof(
  ...['é'.padEnd(2047, 'x'), 'x'.repeat(2049), '', '\ud800', 'x\udc00'].flatMap((pk) => [
    fc.constant(putOf({ pk })),
    fc.constant<TableCall>({ name: 'Get', input: { TableName, Key: { pk, sk: 'a' } } }),
    fc.constant(putOf({ retriedOf: pk, lastAttemptAt: 1 })),
  ]),
  ...['x'.repeat(1024), 'é'.padEnd(1024, 'x'), '', '\ud800'].flatMap((sk) => [
    fc.constant(putOf({ sk })),
    fc.constant<TableCall>({ name: 'Delete', input: { TableName, Key: { pk: 'one', sk } } }),
  ]),
  fc.constantFrom(
    queryOf('one', ''),
    queryOf('', 'a'),
    queryOf('one', 'x'.repeat(1025)),
    queryOf('x'.repeat(2049), 'a'),
  ),
  fc.constantFrom(31, 32, 33).chain((levels) => fc.constantFrom(putOf({ m: nested(levels) }), setTo(nested(levels)))),
  fc.constantFrom(31, 32, 33).map((levels) => comparedTo(nested(levels))),
  fc.constantFrom(1e-130, 1e-131, -1e-140).chain((n) => fc.constantFrom(putOf({ n }), setTo(n), comparedTo(n))),
  fc.constant(putOf({ '': 1 })),
  fc.constant(putOf({ m: { '': 1 } })),
);

/** Faults of the caller: DynamoDB refuses them whatever it holds. */
const refused: fc.Arbitrary<TableCall> = fc.oneof(
  fc.constant<TableCall>({ name: 'Get', input: { TableName, Key: { pk: 'one' } } }),
  fc.constant<TableCall>({ name: 'Get', input: { TableName, Key: { pk: 'one', sk: '' } } }),
  fc.constant<TableCall>({ name: 'Put', input: { TableName, Item: { pk: 'one', sk: 1 } } }),
  fc.constant<TableCall>({
    name: 'Put',
    input: { TableName, Item: { pk: 'one', sk: 'a', dueSlot: 'text', dueShard: '0' } },
  }),
  fc.constant<TableCall>({
    name: 'Put',
    input: { TableName, Item: { pk: 'one', sk: 'a', large: 'x'.repeat(410_000) } },
  }),
  fc.constant<TableCall>({ name: 'TransactWrite', input: { TransactItems: [] } }),
  fc.constant<TableCall>({ name: 'BatchGet', input: { RequestItems: { [tableName]: { Keys: [] } } } }),
  fc.constant<TableCall>({ name: 'Get', input: { TableName: 'another', Key: { pk: 'one', sk: 'a' } } }),
  key.map(
    (Key): TableCall => ({
      name: 'Delete',
      input: { TableName, Key, ConditionExpression: 'n = :n', ExpressionAttributeValues: { ':n': 1, ':unused': 2 } },
    }),
  ),
  key.map((Key): TableCall => ({ name: 'Delete', input: { TableName, Key, ConditionExpression: 'n = :n' } })),
  key.map((Key): TableCall => ({ name: 'Update', input: { TableName, Key, UpdateExpression: 'REMOVE status' } })),
  key.map(
    (Key): TableCall => ({
      name: 'TransactWrite',
      input: { TransactItems: [{ Delete: { TableName, Key } }, { Delete: { TableName, Key } }] },
    }),
  ),
  key.map(
    (Key): TableCall => ({
      name: 'TransactGet',
      input: { TransactItems: [{ Get: { TableName, Key } }, { Get: { TableName, Key } }] },
    }),
  ),
  key.map((Key): TableCall => ({ name: 'BatchGet', input: { RequestItems: { [tableName]: { Keys: [Key, Key] } } } })),
  key.map(
    (Key): TableCall => ({
      name: 'Update',
      input: { TableName, Key, UpdateExpression: 'SET pk = :n', ExpressionAttributeValues: { ':n': 'x' } },
    }),
  ),
);

/** Deletes every item that a random call may have left: then a sequence of calls starts anew. */
export const clearing: readonly TableCall[] = partitionKeys.map((pk) => ({
  name: 'BatchWrite',
  input: { RequestItems: { [tableName]: sortKeys.map((sk) => ({ DeleteRequest: { Key: { pk, sk } } })) } },
}));

/** All items that random calls may have left, to compare what is stored and not only what was answered. */
export const everything: TableCall = {
  name: 'BatchGet',
  input: {
    RequestItems: {
      [tableName]: { Keys: partitionKeys.flatMap((pk) => sortKeys.map((sk) => ({ pk, sk }))), ConsistentRead: true },
    },
  },
};

/** A call of any form. */
export const anyCall: fc.Arbitrary<TableCall> = fc.oneof(
  { weight: 6, arbitrary: put.map((input): TableCall => ({ name: 'Put', input })) },
  {
    weight: 6,
    arbitrary: updateOne.map((input): TableCall => ({ name: 'Update', input: { ...input, ReturnValues: 'ALL_NEW' } })),
  },
  { weight: 2, arbitrary: remove.map((input): TableCall => ({ name: 'Delete', input })) },
  { weight: 6, arbitrary: transactWrite.map((input): TableCall => ({ name: 'TransactWrite', input })) },
  { weight: 2, arbitrary: key.map((Key): TableCall => ({ name: 'Get', input: { TableName, Key, ConsistentRead } })) },
  { weight: 4, arbitrary: query.map((input): TableCall => ({ name: 'Query', input })) },
  { weight: 2, arbitrary: dueQuery.map((input): TableCall => ({ name: 'Query', input })) },
  { weight: 2, arbitrary: retriedQuery.map((input): TableCall => ({ name: 'Query', input })) },
  {
    weight: 2,
    arbitrary: someKeys.map(
      (Keys): TableCall => ({
        name: 'BatchGet',
        input: { RequestItems: { [tableName]: { Keys, ConsistentRead } } },
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: someKeys.map(
      (keys): TableCall => ({
        name: 'TransactGet',
        input: { TransactItems: keys.map((Key) => ({ Get: { TableName, Key } })) },
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.array(item, { minLength: 1, maxLength: 4 }).map(
      (items): TableCall => ({
        name: 'BatchWrite',
        input: { RequestItems: { [tableName]: items.map((Item) => ({ PutRequest: { Item } })) } },
      }),
    ),
  },
  { weight: 1, arbitrary: refused },
  { weight: 1, arbitrary: limits },
);
