import { tableDefinition } from '../../shared/ground/table/definition.ts';
import type { Input } from './call.ts';
import { UnknownForm, ValidationException } from './errors.ts';
import { type Condition, parseCondition } from './expressions/condition.ts';
import { refuseFaultyCondition } from './expressions/faulty-condition.ts';
import type { Placeholders } from './expressions/operands.ts';
import { compare, type Item } from './item.ts';
import {
  type IndexKeys,
  type IndexName,
  positionOf,
  refuseBadKeys,
  refuseBadPartition,
  refuseBadSortKey,
} from './keys.ts';

/** The range named by a query's key condition: a partition, and inclusive bounds of the sort key. */
export interface KeyRange {
  readonly partition: string;
  readonly from: unknown;
  readonly to: unknown;
}

type Keys = Omit<IndexKeys, 'projection'>;

/** @throws ValidationException when there is no such index */
export function keysOfIndex(index: string | undefined): Keys {
  const keys: Keys | undefined =
    index === undefined ? { ...tableDefinition, sortKeyType: 'string' } : tableDefinition.indexes[index as IndexName];
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
  if (partition === undefined || more.length > 0) throw unknown();
  refuseBadPartition(partition);
  if (!second) return { partition, from: undefined, to: undefined };
  const range = boundsOf(second, keys.sortKey, placeholders);
  const bounds = [range.from, range.to].filter((bound) => bound !== undefined);
  if (bounds.length === 0) throw unknown();
  for (const bound of bounds) refuseBadSortKey(bound, keys.sortKeyType);
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

/** The value that an attribute is compared with; undefined for any other comparison. */
function comparedWith(
  condition: Condition | undefined,
  attribute: string,
  operator: string,
  placeholders: Placeholders,
) {
  if (condition?.kind !== 'compare' || condition.operator !== operator) return undefined;
  return placeholders.name(condition.left.word) === attribute ? placeholders.value(condition.right.word) : undefined;
}

/** Whether no item of the range can follow a given item, in the direction of reading. */
export function isAtEnd(item: Item, index: string | undefined, { from, to }: KeyRange, isForward: boolean): boolean {
  // In an index, other items may have the same sort key.
  if (index !== undefined) return false;
  const end = isForward ? to : from;
  return end !== undefined && compare(item[tableDefinition.sortKey], end) === 0;
}

/**
 * @throws ValidationException for a start that is not a position of the index, is outside of the range, or at the end
 *   of it
 */
export function refuseStart(start: Item, index: string | undefined, range: KeyRange, isForward: boolean): void {
  const keys = keysOfIndex(index);
  refuseBadPosition(start, index);
  const order = (bound: unknown) => (bound === undefined ? 0 : (compare(start[keys.sortKey], bound) ?? 0));
  const isOutside = start[keys.partitionKey] !== range.partition || order(range.from) < 0 || order(range.to) > 0;
  if (isOutside || isAtEnd(start, index, range, isForward)) {
    throw new ValidationException('the exclusive start key is outside of the query');
  }
}

function refuseBadPosition(start: Item, index: string | undefined): void {
  const named = Object.keys(positionOf(start, index));
  const isPosition = Object.keys(start).length === named.length && named.every((name) => start[name] !== undefined);
  if (!isPosition) throw new ValidationException('the exclusive start key has not the attributes of a position');
  refuseBadKeys(start);
}
