import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import { conditionOf, equals } from './conditions.ts';
import { absent, type Condition, type ItemRef, type UpdateExpression } from './expressions.ts';
import { type Key, keyOf } from './keys.ts';
import { parse } from './parse.ts';

/** One write of a transaction for `TransactWriteItems`, without the table's name. */
export interface Write {
  readonly kind: 'Put' | 'Update' | 'Delete' | 'ConditionCheck';
  readonly key: Key;
  readonly input: Condition & { readonly Item?: Record<string, unknown>; readonly Key?: Key };
}

/** Puts an item that must not exist yet. */
export function create<E extends Entity>(entity: E, item: FormattedItem<E>): Write {
  return putIf(entity, item, absent);
}

/**
 * Puts the next version of an item. Refused unless the stored version is still the one that was read. Make the item by
 * spreading the one that was read, so that it keeps what another release has stored in it (docs/adr/0028).
 */
export function replace<E extends Entity>(entity: E, item: FormattedItem<E> & { version: number }): Write {
  return putIf(entity, { ...item, version: item.version + 1 }, atVersion(item.version));
}

export function putIf<E extends Entity>(entity: E, item: FormattedItem<E>, condition: Condition): Write {
  const { Item, key } = parse(entity, item);
  return { kind: 'Put', key, input: { Item, ...condition } };
}

export function updateIf(wanted: ItemRef, update: UpdateExpression): Write {
  return onKey('Update', wanted, update);
}

export function removeIf(wanted: ItemRef, condition: Condition): Write {
  return onKey('Delete', wanted, condition);
}

/** Removes an item. Refused unless the stored version is still the one that was read. */
export function removeAt(wanted: ItemRef, { version }: { readonly version: number }): Write {
  return removeIf(wanted, atVersion(version));
}

/**
 * Writes nothing. Refuses the transaction unless the item is unchanged since it was read: at the same version, or still
 * absent.
 * @throws Error for an item whose entity has no version
 */
export function checkUnchanged(wanted: ItemRef, found: object | undefined): Write {
  if (!found) return onKey('ConditionCheck', wanted, absent);
  if (!('version' in found)) throw new Error(`${wanted.entity.entityName} has no version to check`);
  return onKey('ConditionCheck', wanted, atVersion(found.version as number));
}

/** Writes nothing. Refuses the transaction unless the condition holds. */
export function checkIf(wanted: ItemRef, condition: Condition): Write {
  return onKey('ConditionCheck', wanted, condition);
}

function onKey(kind: Write['kind'], wanted: ItemRef, condition: Condition): Write {
  const key = keyOf(wanted);
  return { kind, key, input: { Key: key, ...condition } };
}

function atVersion(version: number): Condition {
  return conditionOf<{ readonly version: number }>(equals({ version }));
}
