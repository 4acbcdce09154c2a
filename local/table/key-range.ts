import { tableDefinition } from '../../shared/ground/table/definition.ts';
import type { Input } from './call.ts';
import { UnknownForm, ValidationException } from './errors.ts';
import { type Condition, parseCondition } from './expressions/condition.ts';
import { refuseFaultyCondition } from './expressions/faulty-condition.ts';
import type { Placeholders } from './expressions/operands.ts';
import { compare, type Item } from './item.ts';
import type { IndexName } from './stored-items.ts';

/** What a query's key condition names: a partition, and inclusive bounds of the sort key. */
export interface KeyRange {
  readonly partition: string;
  readonly from: unknown;
  readonly to: unknown;
}

interface Keys {
  readonly partitionKey: string;
  readonly sortKey: string;
}

/** @throws ValidationException when there is no such index */
export function keysOfIndex(index: string | undefined): Keys {
  const keys = index === undefined ? tableDefinition : tableDefinition.indexes[index as IndexName];
  if (!keys) throw new ValidationException(`there is no index ${index}`);
  return keys;
}

/** @throws UnknownForm for a key condition that the service does not use */
export function readKeyRange({ KeyConditionExpression }: Input, keys: Keys, placeholders: Placeholders): KeyRange {
  const unknown = () => new UnknownForm(KeyConditionExpression);
  const condition = parseCondition(KeyConditionExpression);
  refuseFaultyCondition(condition, placeholders);
  const [first, second, ...more] = condition.kind === 'and' ? condition.parts : [condition];
  const partition = comparedWith(first, keys.partitionKey, '=', placeholders);
  if (typeof partition !== 'string' || more.length > 0) throw unknown();
  if (!second) return { partition, from: undefined, to: undefined };
  const range = boundsOf(second, keys.sortKey, placeholders);
  if (range.from === undefined && range.to === undefined) throw unknown();
  return { partition, ...range };
}

function boundsOf(condition: Condition, sortKey: string, placeholders: Placeholders) {
  if (condition.kind === 'between' && placeholders.name(condition.operand.word) === sortKey) {
    return { from: placeholders.value(condition.from.word), to: placeholders.value(condition.to.word) };
  }
  return {
    from: comparedWith(condition, sortKey, '>=', placeholders),
    to: comparedWith(condition, sortKey, '<=', placeholders),
  };
}

/** What an attribute is compared with; undefined where it is another comparison. */
function comparedWith(
  condition: Condition | undefined,
  attribute: string,
  operator: string,
  placeholders: Placeholders,
) {
  if (condition?.kind !== 'compare' || condition.operator !== operator) return undefined;
  return placeholders.name(condition.left.word) === attribute ? placeholders.value(condition.right.word) : undefined;
}

/** Whether nothing can stand in the range behind an item, in the direction of reading. */
export function isAtEnd(item: Item, { sortKey }: Keys, { from, to }: KeyRange, isForward: boolean): boolean {
  const end = isForward ? to : from;
  return end !== undefined && compare(item[sortKey], end) === 0;
}

/** @throws ValidationException for a start outside of the range, or at the end of it */
export function refuseStart(start: Item, keys: Keys, range: KeyRange, isForward: boolean): void {
  const order = (bound: unknown) => (bound === undefined ? 0 : (compare(start[keys.sortKey], bound) ?? 0));
  const isOutside = start[keys.partitionKey] !== range.partition || order(range.from) < 0 || order(range.to) > 0;
  if (isOutside || isAtEnd(start, keys, range, isForward)) {
    throw new ValidationException('the exclusive start key is outside of the query');
  }
}
