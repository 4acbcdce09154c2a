import type { Predicate } from './conditions.ts';
import type { UpdateExpression } from './expressions.ts';
import { Placeholders, type StoredValue, type Values } from './placeholders.ts';

/**
 * The changes that an update makes to the attributes of an item. Names and values are written unchanged, so it cannot
 * be used for money, which is stored as text, or for attributes that are stored under another name (`savedAs`).
 */
export interface Clauses<Item> {
  readonly set?: Values<Item>;
  /** Set if they are absent. */
  readonly setOnce?: Values<Item>;
  /** Set, if they are absent, to the value of another attribute before the update. */
  readonly copyOnce?: { readonly [Name in keyof Item]?: keyof Item & string };
  /** Incremented. Absent attributes start from zero. */
  readonly add?: { readonly [Name in NamesOf<Item, number>]?: number };
  /** Appended. Absent attributes start with an empty list. */
  readonly append?: { readonly [Name in NamesOf<Item, readonly unknown[]>]?: StoredValue<NonNullable<Item[Name]>> };
  /** Removed, unless the same update sets them. */
  readonly remove?: readonly (keyof Item & string)[];
}

type NamesOf<Item, Kind> = {
  [Name in keyof Item]-?: NonNullable<Item[Name]> extends Kind ? Name : never;
}[keyof Item];

/**
 * The clauses and the condition of an update as one expression.
 * @param condition without one, the update creates a missing item
 */
export function updateOf<Item = never>(
  clauses: Clauses<NoInfer<Item>>,
  condition?: Predicate<NoInfer<Item>>,
): UpdateExpression {
  const { set = {}, setOnce = {}, copyOnce = {}, add = {}, append = {}, remove = [] } = clauses;
  const placeholders = new Placeholders();
  const name = (attribute: string) => placeholders.name(attribute);
  const given = (attribute: string, value: unknown) => placeholders.value(attribute, value);
  const settings = [
    ...Object.entries(set).map(([to, value]) => `${name(to)} = ${given(to, value)}`),
    ...Object.entries(setOnce).map(([to, value]) => `${name(to)} = if_not_exists(${name(to)}, ${given(to, value)})`),
    ...Object.entries(copyOnce as Names).map(([to, from]) => `${name(to)} = if_not_exists(${name(to)}, ${name(from)})`),
    ...Object.entries(append).map(([to, more]) => {
      return `${name(to)} = list_append(if_not_exists(${name(to)}, ${given(to, [])}), ${given(to, more)})`;
    }),
  ];
  const additions = Object.entries(add).map(([to, more]) => `${name(to)} ${given(to, more)}`);
  const removals = remove.filter((attribute) => !(attribute in set)).map(name);
  return {
    UpdateExpression: [clause('SET', settings), clause('ADD', additions), clause('REMOVE', removals)].flat().join(' '),
    ...(condition && { ConditionExpression: condition.write(placeholders) }),
    ...placeholders.fields,
  };
}

type Names = Readonly<Record<string, string>>;

function clause(keyword: 'SET' | 'ADD' | 'REMOVE', actions: readonly string[]): string[] {
  return actions.length > 0 ? [`${keyword} ${actions.join(', ')}`] : [];
}
