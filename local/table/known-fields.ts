import type { Input } from './call.ts';
import { UnknownForm } from './errors.ts';

const condition = [
  'ConditionExpression',
  'ExpressionAttributeNames',
  'ExpressionAttributeValues',
  'ReturnValuesOnConditionCheckFailure',
];
const query = ['KeyConditionExpression', 'FilterExpression', 'ExpressionAttributeNames', 'ExpressionAttributeValues'];
const page = ['ConsistentRead', 'ExclusiveStartKey', 'Limit'];

/** The fields of each command, and of each of its parts, that the service uses. */
const fields = {
  Get: ['TableName', 'Key', 'ConsistentRead'],
  Put: ['TableName', 'Item', ...condition],
  Update: ['TableName', 'Key', 'UpdateExpression', 'ReturnValues', ...condition],
  Delete: ['TableName', 'Key', ...condition],
  ConditionCheck: ['TableName', 'Key', ...condition],
  Query: ['TableName', 'IndexName', 'ScanIndexForward', ...query, ...page],
  Scan: ['TableName', ...page],
  BatchGet: ['RequestItems'],
  BatchWrite: ['RequestItems'],
  Keys: ['Keys', 'ConsistentRead'],
  TransactGet: ['TransactItems'],
  TransactWrite: ['TransactItems', 'ClientRequestToken'],
};

const known = new Map(Object.entries(fields).map(([part, names]) => [part, new Set(names)]));
const values: Readonly<Record<string, unknown>> = {
  ReturnValues: 'ALL_NEW',
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
};

/** @throws UnknownForm for a field or a value that the service does not use */
export function refuseUnknownFields(part: keyof typeof fields, input: Input): void {
  for (const name in input) {
    if (input[name] === undefined) continue;
    if (!known.get(part)?.has(name)) throw new UnknownForm(`${part} with ${name}`);
    if (name in values && input[name] !== values[name]) throw new UnknownForm(`${part} with ${name} ${input[name]}`);
  }
}
