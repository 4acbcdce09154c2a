import * as z from 'zod';
import type { CallName, Input } from '../call.ts';
import { ValidationException } from '../errors.ts';
import { itemFrom } from './attribute-values.ts';

/** The fields of each command that this table accepts, in the typed form of DynamoDB's protocol. */

const Item = z.record(z.string(), z.looseObject({})).transform((typed) => itemFrom(typed));
const name = z.string();
const expression = z.string();
const names = z.record(z.string(), z.string());
/** NONE is the protocol's default. */
const returned = z
  .string()
  .transform((asked) => (asked === 'NONE' ? undefined : asked))
  .optional();
const consumed = { ReturnConsumedCapacity: returned };
const expressions = { ExpressionAttributeNames: names.optional(), ExpressionAttributeValues: Item.optional() };
const condition = {
  ConditionExpression: expression.optional(),
  ...expressions,
  ReturnValuesOnConditionCheckFailure: returned,
};
const returnValues = { ReturnValues: returned };
const page = {
  ConsistentRead: z.boolean().optional(),
  ExclusiveStartKey: Item.optional(),
  Limit: z.int().optional(),
};

const Get = z.strictObject({ TableName: name, Key: Item, ConsistentRead: z.boolean().optional() });
const Put = z.strictObject({ TableName: name, Item, ...condition });
const Delete = z.strictObject({ TableName: name, Key: Item, ...condition });
const Update = z.strictObject({ TableName: name, Key: Item, UpdateExpression: expression, ...condition });
const ConditionCheck = z.strictObject({ TableName: name, Key: Item, ...condition });

const schemas: Readonly<Record<CallName, z.ZodType<Input>>> = {
  Get: Get.extend(consumed),
  Put: Put.extend({ ...consumed, ...returnValues }),
  Update: Update.extend({ ...consumed, ...returnValues }),
  Delete: Delete.extend({ ...consumed, ...returnValues }),
  Query: z.strictObject({
    TableName: name,
    IndexName: z.string().optional(),
    KeyConditionExpression: expression,
    FilterExpression: expression.optional(),
    ScanIndexForward: z.boolean().optional(),
    ...expressions,
    ...page,
    ...consumed,
  }),
  Scan: z.strictObject({ TableName: name, ...page, ...consumed }),
  BatchGet: z.strictObject({
    RequestItems: z.record(name, z.strictObject({ Keys: z.array(Item), ConsistentRead: z.boolean().optional() })),
    ...consumed,
  }),
  BatchWrite: z.strictObject({
    RequestItems: z.record(
      name,
      z.array(
        z.union([
          z.strictObject({ PutRequest: z.strictObject({ Item }) }),
          z.strictObject({ DeleteRequest: z.strictObject({ Key: Item }) }),
        ]),
      ),
    ),
    ...consumed,
  }),
  TransactGet: z.strictObject({ TransactItems: z.array(z.strictObject({ Get })), ...consumed }),
  TransactWrite: z.strictObject({
    TransactItems: z.array(
      z.union([
        z.strictObject({ Put }),
        z.strictObject({ Update }),
        z.strictObject({ Delete }),
        z.strictObject({ ConditionCheck }),
      ]),
    ),
    ClientRequestToken: z.string().min(1).max(36).optional(),
    ...consumed,
  }),
};

/**
 * The input of a call, in plain values.
 * @throws ValidationException naming whatever this table does not accept
 */
export function inputOf(call: CallName, body: unknown): Input {
  const { success, data, error } = schemas[call].safeParse(body);
  if (success) return data;
  const [issue] = error.issues;
  throw new ValidationException(`${[call, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
}
