import type { Entity } from 'dynamodb-toolbox/entity';
import type { ItemRef } from './expressions.ts';

/** A primary key in the table's form. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The primary key of an item, computed by the entity from its key attributes. */
export function keyOf({ entity, key }: ItemRef): Key {
  return keyIn(entity, key);
}

/**
 * The primary key of an item of the entity.
 * @param item its key attributes; others are ignored
 * @throws Error for a key attribute that is missing, or has another type
 */
export function keyIn(entity: Entity, item: object): Key {
  const given: Record<string, unknown> = {};
  for (const { name, type, isOptional } of keyAttributesOf(entity)) {
    const value = (item as Record<string, unknown>)[name];
    if (value === undefined && isOptional) continue;
    if (typeof value !== type) throw new Error(`${entity.entityName}.${name} is no ${type}`);
    given[name] = value;
  }
  const { pk, sk }: Partial<Key> = entity.computeKey?.(given as never) ?? {};
  if (typeof pk !== 'string' || typeof sk !== 'string') throw new Error(`${entity.entityName} has no whole key`);
  return { pk, sk };
}

/** A key as a single string, for comparison and for use in maps. */
export function identity({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}

interface KeyAttribute {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

const keyAttributes = new WeakMap<Entity, readonly KeyAttribute[]>();

function keyAttributesOf(entity: Entity): readonly KeyAttribute[] {
  const found = keyAttributes.get(entity);
  if (found) return found;
  const attributes = Object.entries(entity.schema.attributes).flatMap(([name, { type, props }]) =>
    props.key ? [{ name, type, isOptional: props.required === 'never' }] : [],
  );
  keyAttributes.set(entity, attributes);
  return attributes;
}
