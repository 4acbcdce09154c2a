import { UnknownForm, ValidationException } from './errors.ts';
import type { Item } from './item.ts';

/** The maximum depth of lists and maps in an attribute of an item. */
const storedLevels = 31;
/** A value of an expression may have one more. */
const expressionLevels = 32;
/** The number closest to zero that DynamoDB stores. */
const smallestNumber = 1e-130;

/**
 * The values of an expression's placeholders.
 * @throws ValidationException for values that DynamoDB does not accept; also like `copyOf`
 */
export function expressionValues(values: Item): Item {
  refuseDeeper(values, expressionLevels);
  return copyOf(values) as Item;
}

/** @throws ValidationException for an item that DynamoDB does not store */
export function refuseDeepItem(item: Item): void {
  refuseDeeper(item, storedLevels);
}

function refuseDeeper(attributes: Item, levels: number): void {
  for (const name in attributes) if (isDeeper(attributes[name], levels)) throw tooDeep();
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

function tooDeep(): Error {
  return new ValidationException('Nesting Levels have exceeded supported limits');
}

/**
 * A copy without absent fields, so that the caller may change the result.
 * @throws ValidationException for a value that DynamoDB does not store; UnknownForm for one that this table does not
 *   support
 */
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return checked(value);
  if (Array.isArray(value)) return value.filter((part) => part !== undefined).map(copyOf);
  if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null)
    throw unknownValue(value);
  const copy: Item = {};
  for (const name in value) {
    const part = (value as Item)[name];
    if (part === undefined) continue;
    if (name === '') throw new ValidationException('Empty attribute name');
    refuseUnknownName(name);
    copy[name] = copyOf(part);
  }
  return copy;
}

/** @throws UnknownForm for a name that every JavaScript object has, so that no item could lack it */
export function refuseUnknownName(name: string): void {
  if (name in Object.prototype) throw new UnknownForm(`an attribute named ${name}`);
}

function checked(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  // Beyond these limits a number would change when it is read back; minus zero would become zero.
  if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw unknownValue(value);
  if (value !== 0 && Math.abs(value) < smallestNumber) {
    throw new ValidationException(
      'Number underflow. Attempting to store a number with magnitude smaller than supported range',
    );
  }
  return value + 0;
}

function unknownValue(value: unknown): Error {
  return new UnknownForm(`values like ${String(value)} (${typeof value})`);
}
