import type { Entity, KeyInputItem } from 'dynamodb-toolbox/entity';

/** The entity and key of one item to read, write or check. */
export interface ItemRef<E extends Entity = Entity> {
  readonly entity: E;
  readonly key: KeyInputItem<E>;
}

export function refTo<E extends Entity>(entity: E, key: KeyInputItem<E>): ItemRef<E> {
  return { entity, key };
}

export interface Condition {
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

export interface UpdateExpression extends Condition {
  readonly UpdateExpression: string;
}

/** Holds if the key has no item. */
export const absent: Condition = { ConditionExpression: 'attribute_not_exists(pk)' };
