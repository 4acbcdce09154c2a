import { randomBytes } from 'node:crypto';
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand as ScanDocuments,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../support/embedded-database.ts';

const Key = { pk: 'a', sk: 'b' };
const typedKey = { pk: { S: 'a' }, sk: { S: 'b' } };

function clientOf(endpoint: string, accessKeyId: string) {
  const credentials = { accessKeyId, secretAccessKey: 'any' };
  const client = new DynamoDBClient({ endpoint, region: 'local', credentials, maxAttempts: 1 });
  onTestFinished(() => client.destroy());
  return client;
}

async function open() {
  const { database, tableName: TableName, keyId } = await openTestDatabase();
  const client = clientOf(database.endpoint, keyId);
  const documents = DynamoDBDocumentClient.from(client);
  /** Sends a body as it is. */
  const send = async (
    operation: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(database.endpoint, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
        ...headers,
      },
    });
    const { __type = '', ...answer } = JSON.parse(await response.text());
    return { status: response.status, type: __type.split('#')[1], ...answer };
  };
  const everything = async () => (await client.send(new ScanCommand({ TableName }))).Items;
  return { database, TableName, client, documents, send, everything };
}

const validation = (words: string) => ({ name: 'ValidationException', message: expect.stringContaining(words) });

describe('the SDK’s own clients', () => {
  test('do all that the service does', async () => {
    const { documents, TableName } = await open();
    const due = { dueShard: 'rails#1', dueSlot: 5, n: 1, deep: { list: [1.5, 'x', null, true], text: '🙂' } };
    expect(
      await documents.send(new PutCommand({ TableName, Item: { ...Key, ...due }, ReturnValues: 'NONE' })),
    ).not.toHaveProperty('Attributes');
    const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    expect(Item).toEqual({ ...Key, ...due });
    const update = { TableName, Key, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': 1 } };
    expect((await documents.send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' }))).Attributes?.n).toBe(2);
    expect(await documents.send(new UpdateCommand({ ...update, ReturnValues: 'NONE' }))).not.toHaveProperty(
      'Attributes',
    );
    const query = {
      IndexName: 'due',
      KeyConditionExpression: 'dueShard = :s',
      ExpressionAttributeValues: { ':s': 'rails#1' },
      Limit: 1,
    };
    const page = await documents.send(new QueryCommand({ TableName, ...query }));
    const position = { ...Key, dueShard: 'rails#1', dueSlot: 5 };
    expect(page).toMatchObject({ Items: [position], LastEvaluatedKey: position });
    const next = { ...query, ExclusiveStartKey: page.LastEvaluatedKey };
    expect((await documents.send(new QueryCommand({ TableName, ...next }))).Items).toEqual([]);
    const other = { pk: 'a', sk: 'c' };
    await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: other } }] } }));
    const keys = { RequestItems: { [TableName]: { Keys: [Key, other], ConsistentRead: true } } };
    expect((await documents.send(new BatchGetCommand(keys))).Responses?.[TableName]).toHaveLength(2);
    const Gets = [Key, { pk: 'a', sk: 'never' }].map((one) => ({ Get: { TableName, Key: one } }));
    const got = await documents.send(new TransactGetCommand({ TransactItems: Gets }));
    expect(got.Responses).toEqual([{ Item: { ...Key, ...due, n: 3 } }, {}]);
    const transaction = { TransactItems: [{ Update: update }], ClientRequestToken: 'token' };
    for (let time = 0; time < 2; time++) await documents.send(new TransactWriteCommand(transaction));
    const { Items } = await documents.send(new ScanDocuments({ TableName }));
    expect(Items).toEqual([{ ...Key, ...due, n: 4 }, other]);
    await documents.send(new DeleteCommand({ TableName, Key }));
    expect((await documents.send(new GetCommand({ TableName, Key }))).Item).toBeUndefined();
  });

  test('hear why a write was refused, with the item that refused it', async () => {
    const { client, documents, TableName } = await open();
    await documents.send(new PutCommand({ TableName, Item: { ...Key, n: 1 } }));
    const refused = {
      TableName,
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    } as const;
    const kept = { ...typedKey, n: { N: '1' } };
    await expect(client.send(new PutItemCommand({ ...refused, Item: typedKey }))).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: kept,
    });
    const TransactItems = [
      { Put: { TableName, Item: { pk: { S: 'a' }, sk: { S: 'other' } } } },
      { ConditionCheck: { ...refused, Key: typedKey } },
    ];
    await expect(client.send(new TransactWriteItemsCommand({ TransactItems }))).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: kept }],
    });
    expect((await documents.send(new ScanDocuments({ TableName }))).Items).toEqual([{ ...Key, n: 1 }]);
  });

  test('list and describe the tables', async () => {
    const { client, TableName } = await open();
    expect((await client.send(new ListTablesCommand({}))).TableNames).toEqual([TableName]);
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    expect(Table).toMatchObject({
      TableName,
      TableStatus: 'ACTIVE',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        { IndexName: 'due', Projection: { ProjectionType: 'KEYS_ONLY' } },
        { IndexName: 'retried', Projection: { ProjectionType: 'ALL' } },
      ],
    });
  });
});

describe('a caller that does not know the key', () => {
  test('sees an empty database', async () => {
    const { database, TableName, documents } = await open();
    await documents.send(new PutCommand({ TableName, Item: Key }));
    const stranger = clientOf(database.endpoint, 'stranger');
    expect((await stranger.send(new ListTablesCommand({}))).TableNames).toEqual([]);
    const unknown = { name: 'ResourceNotFoundException' };
    await expect(stranger.send(new DescribeTableCommand({ TableName }))).rejects.toMatchObject(unknown);
    await expect(stranger.send(new GetItemCommand({ TableName, Key: typedKey }))).rejects.toMatchObject(unknown);
    const Put = { TableName, Item: { pk: { S: 'x' }, sk: { S: 'y' } } };
    await expect(stranger.send(new PutItemCommand(Put))).rejects.toMatchObject(unknown);
    await expect(stranger.send(new TransactWriteItemsCommand({ TransactItems: [{ Put }] }))).rejects.toMatchObject(
      unknown,
    );
    expect((await documents.send(new ScanDocuments({ TableName }))).Items).toEqual([Key]);
  });

  test('is asked for credentials where it has none', async () => {
    const { send, TableName } = await open();
    expect(await send('Scan', JSON.stringify({ TableName }), { authorization: '' })).toMatchObject({
      status: 400,
      type: 'MissingAuthenticationTokenException',
    });
  });
});

describe('a call that cannot be served', () => {
  test('names a table that does not exist', async () => {
    const { client } = await open();
    const TableName = 'other';
    const unknown = { name: 'ResourceNotFoundException' };
    await expect(client.send(new DescribeTableCommand({ TableName }))).rejects.toMatchObject(unknown);
    await expect(client.send(new ScanCommand({ TableName }))).rejects.toMatchObject(unknown);
    await expect(client.send(new PutItemCommand({ TableName, Item: typedKey }))).rejects.toMatchObject(unknown);
  });

  test.each([
    ['no JSON', '{"TableName":'],
    ['a list', '[]'],
    ['a number', '1'],
    ['nothing', ''],
    ['no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('has a body that is %s', async (_, body) => {
    const { send } = await open();
    expect(await send('Scan', body)).toMatchObject({ status: 400, type: 'SerializationException' });
  });

  test('has a body over the limit', async () => {
    const { send, TableName, everything } = await open();
    const Item = { pk: { S: 'a' }, sk: { S: 'b' }, text: { S: 'x'.repeat(11 * 1024 * 1024) } };
    expect(await send('PutItem', JSON.stringify({ TableName, Item }))).toMatchObject({
      status: 413,
      type: 'RequestEntityTooLargeException',
    });
    expect(await everything()).toEqual([]);
  });

  test('writes an item of two megabytes, alone or among others', async () => {
    const { client, TableName, everything } = await open();
    const large = { pk: { S: 'a' }, sk: { S: 'large' }, text: { S: 'x'.repeat(2 * 1024 * 1024) } };
    const refused = validation('400 KB');
    await expect(client.send(new PutItemCommand({ TableName, Item: large }))).rejects.toMatchObject(refused);
    const puts = [typedKey, large].map((Item) => ({ Item }));
    const RequestItems = { [TableName]: puts.map((PutRequest) => ({ PutRequest })) };
    await expect(client.send(new BatchWriteItemCommand({ RequestItems }))).rejects.toMatchObject(refused);
    const TransactItems = puts.map(({ Item }) => ({ Put: { TableName, Item } }));
    await expect(client.send(new TransactWriteItemsCommand({ TransactItems }))).rejects.toMatchObject(refused);
    expect(await everything()).toEqual([]);
  });

  test('names an operation that does not exist here', async () => {
    const { client, send, TableName } = await open();
    await expect(
      client.send(new CreateTableCommand({ TableName: 'new', KeySchema: [], AttributeDefinitions: [] })),
    ).rejects.toMatchObject({ name: 'UnknownOperationException', message: expect.stringContaining('CreateTable') });
    for (const operation of ['constructor', '__proto__', '']) {
      expect(await send(operation, JSON.stringify({ TableName }))).toMatchObject({ type: 'UnknownOperationException' });
    }
  });
});

describe('what this table does not know is refused by name', () => {
  const bytes = randomBytes(3);

  test.each([
    ['B', { B: bytes }],
    ['SS', { SS: ['a'] }],
    ['NS', { NS: ['1'] }],
    ['BS', { BS: [bytes] }],
  ])('a value of type %s', async (type, value) => {
    const { client, TableName, everything } = await open();
    const refused = validation(`values of type ${type}`);
    await expect(
      client.send(new PutItemCommand({ TableName, Item: { ...typedKey, v: { L: [value] } } })),
    ).rejects.toMatchObject(refused);
    const update = { UpdateExpression: 'SET v = :v', ExpressionAttributeValues: { ':v': value } };
    await expect(client.send(new UpdateItemCommand({ TableName, Key: typedKey, ...update }))).rejects.toMatchObject(
      refused,
    );
    expect(await everything()).toEqual([]);
  });

  test.each([
    '12345678901234567890123456789012345678',
    '9007199254740993',
    '0.12345678901234567890123456789012345678',
    '1e22',
    '1e125',
    '-9007199254740992',
  ])('the number %s, which would be rounded or come back as another', async (N) => {
    const { client, TableName, everything } = await open();
    await expect(client.send(new PutItemCommand({ TableName, Item: { ...typedKey, v: { N } } }))).rejects.toMatchObject(
      { name: 'ValidationException' },
    );
    expect(await everything()).toEqual([]);
  });

  test.each([
    ['FilterExpression', { FilterExpression: 'n = :n', ExpressionAttributeValues: { ':n': { N: '1' } } }],
    ['ScanFilter', { ScanFilter: {} }],
    ['ProjectionExpression', { ProjectionExpression: 'pk' }],
    ['Segment', { Segment: 0, TotalSegments: 2 }],
    ['IndexName', { IndexName: 'due' }],
    ['Select', { Select: 'COUNT' as const }],
  ])('%s of a scan', async (field, more) => {
    const { client, TableName } = await open();
    await expect(client.send(new ScanCommand({ TableName, ...more }))).rejects.toMatchObject(validation(field));
  });

  test('an attribute that JavaScript takes for the prototype of its item', async () => {
    const { send, everything, TableName } = await open();
    const item = '{"pk":{"S":"a"},"sk":{"S":"b"},"__proto__":{"S":"lost"}}';
    expect(await send('PutItem', `{"TableName":"${TableName}","Item":${item}}`)).toMatchObject({
      type: 'ValidationException',
      message: expect.stringContaining('__proto__'),
    });
    expect(await everything()).toEqual([]);
  });

  test('a transaction over several tables', async () => {
    const { database, client, TableName, everything } = await open();
    await database.openTable('second');
    const TransactItems = [TableName, 'second'].map((name) => ({ Put: { TableName: name, Item: typedKey } }));
    await expect(client.send(new TransactWriteItemsCommand({ TransactItems }))).rejects.toMatchObject(
      validation('several tables'),
    );
    expect(await everything()).toEqual([]);
  });
});
