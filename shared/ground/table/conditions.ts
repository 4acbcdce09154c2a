import type { Condition } from './expressions.ts';
import { Placeholders, type Values } from './placeholders.ts';

/** What an item must be like for a write to go through. `Item` is only a type: the predicate names its attributes. */
export interface Predicate<in Item> {
  /** The predicate as DynamoDB reads it. */
  readonly write: (placeholders: Placeholders) => string;
  /** Needs brackets beside AND. */
  readonly isEither?: boolean;
  /** Never set: ties the predicate to items that have its attributes. */
  readonly about?: (item: Item) => void;
}

/** Holds where an item has the key. */
export const itemExists: Predicate<object> = { write: () => 'attribute_exists(pk)' };

/** Holds where no item has the key. */
export const itemAbsent: Predicate<object> = { write: () => 'attribute_not_exists(pk)' };

/** Holds where the item has every one of these attributes. */
export function exists<Item = never>(...attributes: readonly (keyof NoInfer<Item> & string)[]): Predicate<Item> {
  return each(attributes, (attribute, placeholders) => `attribute_exists(${placeholders.name(attribute)})`);
}

/** Holds where the item has none of these attributes, and where there is no item. */
export function notExists<Item = never>(...attributes: readonly (keyof NoInfer<Item> & string)[]): Predicate<Item> {
  return each(attributes, (attribute, placeholders) => `attribute_not_exists(${placeholders.name(attribute)})`);
}

/*
 * The comparisons. Each holds where it holds for every attribute that is given. None of them holds where the item lacks
 * an attribute that is given, or where there is no item.
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

/** The predicate as a write takes it. */
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

/** DynamoDB refuses brackets that change nothing. */
function bracketed({ write, isEither }: Predicate<never>, placeholders: Placeholders): string {
  return isEither ? `(${write(placeholders)})` : write(placeholders);
}
