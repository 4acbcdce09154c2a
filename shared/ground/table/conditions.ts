import type { Condition } from './expressions.ts';
import { Placeholders, type Values } from './placeholders.ts';

/**
 * A condition on an item for a write to succeed. `Item` exists only as a type, and determines which attributes the
 * predicate can name.
 */
export interface Predicate<in Item> {
  /** The predicate in DynamoDB's syntax. */
  readonly write: (placeholders: Placeholders) => string;
  /** Whether the predicate needs brackets in an AND. */
  readonly isEither?: boolean;
  /** Never set. Ties the predicate to items that have its attributes. */
  readonly about?: (item: Item) => void;
}

/** Holds if the key has an item. */
export const itemExists: Predicate<object> = { write: () => 'attribute_exists(pk)' };

/** Holds if the key has no item. */
export const itemAbsent: Predicate<object> = { write: () => 'attribute_not_exists(pk)' };

/** Holds if the item has all of these attributes. */
export function exists<Item = never>(...attributes: readonly (keyof NoInfer<Item> & string)[]): Predicate<Item> {
  return each(attributes, (attribute, placeholders) => `attribute_exists(${placeholders.name(attribute)})`);
}

/** Holds if the item has none of these attributes, or there is no item. */
export function notExists<Item = never>(...attributes: readonly (keyof NoInfer<Item> & string)[]): Predicate<Item> {
  return each(attributes, (attribute, placeholders) => `attribute_not_exists(${placeholders.name(attribute)})`);
}

/*
 * The comparisons. Each holds if it holds for every given attribute. None of them holds if the item lacks a given
 * attribute, or there is no item.
 */

export function equals<Item = never>(values: Values<NoInfer<Item>>): Predicate<Item> {
  return compare('=', values);
}

export function lessThan<Item = never>(values: Values<NoInfer<Item>>): Predicate<Item> {
  return compare('<', values);
}

export function atMost<Item = never>(values: Values<NoInfer<Item>>): Predicate<Item> {
  return compare('<=', values);
}

export function atLeast<Item = never>(values: Values<NoInfer<Item>>): Predicate<Item> {
  return compare('>=', values);
}

export function moreThan<Item = never>(values: Values<NoInfer<Item>>): Predicate<Item> {
  return compare('>', values);
}

export function allOf<Item = never>(...parts: readonly Predicate<NoInfer<Item>>[]): Predicate<Item> {
  return { write: (placeholders) => parts.map((part) => bracketed(part, placeholders)).join(' AND ') };
}

export function anyOf<Item = never>(...parts: readonly Predicate<NoInfer<Item>>[]): Predicate<Item> {
  return { isEither: true, write: (placeholders) => parts.map(({ write }) => write(placeholders)).join(' OR ') };
}

/** Converts a predicate to the condition of a write. */
export function conditionOf<Item = never>({ write }: Predicate<NoInfer<Item>>): Condition {
  const placeholders = new Placeholders();
  return { ConditionExpression: write(placeholders), ...placeholders.fields };
}

function compare(operator: string, values: object): Predicate<unknown> {
  return each(Object.entries(values), ([attribute, value], placeholders) => {
    return `${placeholders.name(attribute)} ${operator} ${placeholders.value(attribute, value)}`;
  });
}

function each<Part>(
  parts: readonly Part[],
  write: (part: Part, placeholders: Placeholders) => string,
): Predicate<unknown> {
  return { write: (placeholders) => parts.map((part) => write(part, placeholders)).join(' AND ') };
}

/** Adds brackets only if they are needed, because DynamoDB refuses redundant ones. */
function bracketed({ write, isEither }: Predicate<never>, placeholders: Placeholders): string {
  return isEither ? `(${write(placeholders)})` : write(placeholders);
}
