import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Output } from '../call.ts';
import { UnknownForm } from '../errors.ts';
import type { Item } from '../item.ts';

/** An answer in the typed form of DynamoDB's protocol. */
export function typedOutput({
  Item,
  Items,
  Attributes,
  LastEvaluatedKey,
  Responses,
  UnprocessedKeys,
  ...rest
}: Output): Output {
  return {
    ...rest,
    ...(Item && { Item: typed(Item) }),
    ...(Items && { Items: Items.map(typed) }),
    ...(Attributes && { Attributes: typed(Attributes) }),
    ...(LastEvaluatedKey && { LastEvaluatedKey: typed(LastEvaluatedKey) }),
    ...(Responses && { Responses: Array.isArray(Responses) ? Responses.map(typedOutput) : typedTables(Responses) }),
    ...(UnprocessedKeys && { UnprocessedKeys: unread(UnprocessedKeys) }),
  };
}

export interface Refusal {
  readonly status: number;
  readonly body: object;
}

/** An error in DynamoDB's form. A failure of this table is an internal error. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof UnknownForm) return refusal(400, 'ValidationException', error.message);
  if (!(error instanceof DynamoDBServiceException)) return refusal(500, 'InternalServerError', 'The table failed.');
  // The items of a refusal are already in typed form.
  const { Item, CancellationReasons } = error as DynamoDBServiceException & Output;
  return refusal(error.$metadata.httpStatusCode ?? 400, error.name, error.message, {
    ...(Item && { Item }),
    ...(CancellationReasons && { CancellationReasons }),
  });
}

export function refusal(status: number, name: string, message: string, more: object = {}): Refusal {
  return { status, body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...more } };
}

function typed(item: Item) {
  return marshall(item);
}

function typedTables(responses: Record<string, Item[]>) {
  return Object.fromEntries(Object.entries(responses).map(([table, items]) => [table, items.map(typed)]));
}

function unread(tables: Record<string, Output>) {
  const typedKeys = ({ Keys, ...rest }: Output) => ({ ...rest, Keys: Keys.map(typed) });
  return Object.fromEntries(Object.entries(tables).map(([table, asked]) => [table, typedKeys(asked)]));
}
