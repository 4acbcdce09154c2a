import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import type { Input, Output, TableCall } from '../../../local/table/call.ts';

/** Sends a call to DynamoDB Local. @throws what the SDK throws */
export type SendCall = (call: TableCall) => Promise<Output>;

/**
 * The SDK's document client for DynamoDB Local in a quarter of its time: same protocol, same exceptions. It neither signs
 * (DynamoDB Local reads no more than the key id) nor repeats.
 */
export function createLeanClient(endpoint: string, databaseKeyId: string): SendCall {
  const { hostname: host, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true });
  const authorization = `AWS4-HMAC-SHA256 Credential=${databaseKeyId}/20400102/local/dynamodb/aws4_request, SignedHeaders=host, Signature=none`;
  return async (call) => {
    const body = JSON.stringify(encoded(withToken(call)));
    const headers = {
      authorization,
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
      'x-amz-target': `DynamoDB_20120810.${operations[call.name]}`,
    };
    const { status, text } = await post({ host, port, agent, method: 'POST', path: '/', headers }, body);
    const answer = JSON.parse(text);
    if (status !== 200) throw exceptionOf(status, answer);
    return decoded(answer);
  };
}

const operations: Readonly<Record<TableCall['name'], string>> = {
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Query: 'Query',
  Scan: 'Scan',
  TransactGet: 'TransactGetItems',
  TransactWrite: 'TransactWriteItems',
  Update: 'UpdateItem',
};

function post(options: object, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** The SDK makes a token for every transaction that has none. */
function withToken({ name, input }: TableCall): Input {
  if (name !== 'TransactWrite' || input.ClientRequestToken) return input;
  return { ...input, ClientRequestToken: randomUUID() };
}

const ITEMS = new Set(['Item', 'Key', 'ExpressionAttributeValues', 'ExclusiveStartKey']);

/** Typed attributes in place of plain ones, wherever a request has an item. */
function encoded(input: unknown, name = ''): unknown {
  if (ITEMS.has(name)) return marshall(input as Input, { removeUndefinedValues: true });
  if (Array.isArray(input)) return input.map((part) => encoded(part, name === 'Keys' ? 'Key' : ''));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([field, value]) => [field, encoded(value, field)]));
}

function decoded(answer: Input): Output {
  const { Item, Items, Attributes, LastEvaluatedKey, Responses } = answer;
  return {
    ...answer,
    ...(Item && { Item: unmarshall(Item) }),
    ...(Items && { Items: Items.map((item: Input) => unmarshall(item)) }),
    ...(Attributes && { Attributes: unmarshall(Attributes) }),
    ...(LastEvaluatedKey && { LastEvaluatedKey: unmarshall(LastEvaluatedKey) }),
    ...(Responses && { Responses: Array.isArray(Responses) ? Responses.map(decoded) : decodedTables(Responses) }),
  };
}

function decodedTables(responses: Record<string, Input[]>): Output {
  const tables = Object.entries(responses);
  return Object.fromEntries(tables.map(([table, items]) => [table, items.map((item) => unmarshall(item))]));
}

/** As the document client throws them: the items of exceptions stay typed. */
function exceptionOf(httpStatusCode: number, { __type = '', ...answer }: Input): Error {
  const name: string = __type.split('#').at(-1);
  const options = { message: answer.message ?? answer.Message ?? name, $metadata: { httpStatusCode } };
  if (name === 'ConditionalCheckFailedException') return new ConditionalCheckFailedException({ ...options, ...answer });
  if (name === 'TransactionCanceledException') return new TransactionCanceledException({ ...options, ...answer });
  return Object.assign(new Error(options.message), { name, $metadata: options.$metadata });
}
