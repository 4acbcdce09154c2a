import { ValidationException } from '../errors.ts';
import { compare, typeOf } from '../item.ts';
import type { Condition } from './condition.ts';
import type { Operand, Placeholders } from './operands.ts';

/**
 * @throws ValidationException for conditions that DynamoDB refuses whatever the item is: bounds of two types, or in
 *   reverse order
 */
export function refuseFaultyCondition(condition: Condition, placeholders: Placeholders): void {
  for (const part of comparisonsIn(condition)) if (part.kind === 'between') refuseReversed(part, placeholders);
}

function refuseReversed(
  { from, to }: Extract<Comparison, { readonly kind: 'between' }>,
  placeholders: Placeholders,
): void {
  if (from.kind !== 'value' || to.kind !== 'value') return;
  const [lowest, highest] = [placeholders.value(from.word), placeholders.value(to.word)];
  if (typeOf(lowest) !== typeOf(highest)) throw new ValidationException('BETWEEN takes bounds of one type');
  if ((compare(lowest, highest) ?? 0) > 0) throw new ValidationException('BETWEEN takes the lower bound first');
}

/** @throws ValidationException for a filter on key attributes, which belong into the key condition */
export function refuseKeyAttributes(filter: Condition, keys: readonly string[], placeholders: Placeholders): void {
  const words = comparisonsIn(filter).flatMap(attributesOf);
  if (words.some((word) => keys.includes(placeholders.name(word)))) {
    throw new ValidationException('a filter names an attribute of the key');
  }
}

type OfOperands = Extract<Condition, { readonly kind: 'compare' | 'between' | 'in' }>;
type Comparison = OfOperands | Extract<Condition, { readonly attribute: string }>;

function comparisonsIn(condition: Condition): Comparison[] {
  if ('parts' in condition) return condition.parts.flatMap(comparisonsIn);
  return 'part' in condition ? comparisonsIn(condition.part) : [condition];
}

function attributesOf(comparison: Comparison): string[] {
  if ('attribute' in comparison) return [comparison.attribute];
  return operandsOf(comparison).flatMap(({ kind, word }) => (kind === 'attribute' ? [word] : []));
}

function operandsOf(comparison: OfOperands): Operand[] {
  if (comparison.kind === 'compare') return [comparison.left, comparison.right];
  if (comparison.kind === 'in') return [comparison.operand, ...comparison.options];
  return [comparison.operand, comparison.from, comparison.to];
}
