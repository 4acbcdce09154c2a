import { isDeepStrictEqual } from 'node:util';
import { compare, type Item } from '../item.ts';
import type { Comparator, Condition } from './condition.ts';
import type { Placeholders } from './operands.ts';

/** Whether a condition holds for an item. A comparison with a missing attribute is false. */
export function holds(condition: Condition, item: Item | undefined, placeholders: Placeholders): boolean {
  switch (condition.kind) {
    case 'and':
      return condition.parts.every((part) => holds(part, item, placeholders));
    case 'or':
      return condition.parts.some((part) => holds(part, item, placeholders));
    case 'not':
      return !holds(condition.part, item, placeholders);
    case 'exists':
      return item?.[placeholders.name(condition.attribute)] !== undefined;
    case 'absent':
      return item?.[placeholders.name(condition.attribute)] === undefined;
    case 'in': {
      const value = placeholders.of(condition.operand, item);
      return condition.options.some((option) => isEqual(value, placeholders.of(option, item)));
    }
    case 'between':
      return isBetween(condition, item, placeholders);
    case 'compare':
      return compares(
        condition.operator,
        placeholders.of(condition.left, item),
        placeholders.of(condition.right, item),
      );
  }
}

type Between = Extract<Condition, { kind: 'between' }>;

function isBetween({ operand, from, to }: Between, item: Item | undefined, placeholders: Placeholders): boolean {
  const value = placeholders.of(operand, item);
  return compares('>=', value, placeholders.of(from, item)) && compares('<=', value, placeholders.of(to, item));
}

function compares(operator: Comparator, left: unknown, right: unknown): boolean {
  if (left === undefined || right === undefined) return false;
  if (operator === '=') return isEqual(left, right);
  const order = compare(left, right);
  if (order === undefined) return false;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  return operator === '>' ? order > 0 : order >= 0;
}

function isEqual(left: unknown, right: unknown): boolean {
  if (left === undefined || right === undefined) return false;
  return left === right || (typeof left === 'object' && isDeepStrictEqual(left, right));
}
