import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import { EntityParser } from 'dynamodb-toolbox/entity/actions/parse';
import { absent, type Condition, type Read, type UpdateExpression } from './expressions.ts';

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** One write of a transaction; it learns the table's name when it is sent. */
export type Write = (tableName: string) => TransactItem;

/** Puts an item that must not exist yet. */
export function create<E extends Entity>(entity: E, item: FormattedItem<E>): Write {
  return putIf(entity, item, absent);
}

/** Puts the next version of an item; refused unless the version read is still the stored one. */
export function replace<E extends Entity>(entity: E, item: FormattedItem<E> & { version: number }): Write {
  const next = { ...item, version: item.version + 1 };
  return putIf(entity, next, {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': item.version },
  });
}

export function putIf<E extends Entity>(entity: E, item: FormattedItem<E>, condition: Condition): Write {
  const { item: Item } = entity.build(EntityParser).parse(item as never);
  return (TableName) => ({ Put: { TableName, Item, ...condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } });
}

export function updateIf({ entity, key }: Read, update: UpdateExpression): Write {
  const Key = entity.build(EntityParser).parse(key as never, { mode: 'key' }).key;
  return (TableName) => ({ Update: { TableName, Key, ...update, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } });
}

export function removeIf({ entity, key }: Read, condition: Condition): Write {
  const Key = entity.build(EntityParser).parse(key as never, { mode: 'key' }).key;
  return (TableName) => ({ Delete: { TableName, Key, ...condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } });
}
