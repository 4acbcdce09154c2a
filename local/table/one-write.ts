import type { OneWrite } from './call.ts';
import { ValidationException } from './errors.ts';
import { type Condition, parseCondition } from './expressions/condition.ts';
import { refuseFaultyCondition } from './expressions/faulty-condition.ts';
import { holds } from './expressions/holds.ts';
import { Placeholders } from './expressions/operands.ts';
import { type Action, applyUpdate, parseUpdate, refuseFaultyUpdate } from './expressions/update.ts';
import { type Item, type Key, keyText, type PrimaryKey, primaryKey } from './item.ts';
import { itemSize } from './item-size.ts';
import { checkedKey, refuseBadKeys } from './keys.ts';
import { refuseUnknownFields } from './known-fields.ts';
import { copyOf, refuseDeepItem } from './values.ts';

/** DynamoDB stores no larger item. */
const mostItemBytes = 400 * 1024;

/** A write that DynamoDB would accept: its expressions are parsed and valid. */
export interface PreparedWrite {
  readonly kind: OneWrite['kind'];
  readonly key: PrimaryKey;
  /** The attributes of the key, or of the whole item if it is a put. */
  readonly given: Item;
  readonly placeholders: Placeholders;
  readonly condition: Condition | undefined;
  readonly actions: readonly Action[];
  /** Whether a refusal returns the item. */
  readonly returnsOld: boolean;
}

/** The result of a write, given what it finds. */
export interface Effect {
  readonly key: Key;
  readonly before: Item | undefined;
  /** The item as it will be stored; the existing item for a check, or if the condition did not hold. */
  readonly after: Item | undefined;
  /** Whether the condition held. If not, nothing may be written. */
  readonly isAllowed: boolean;
}

/**
 * @throws ValidationException for writes that DynamoDB refuses whatever it contains; UnknownForm for those that the
 *   service does not use
 */
export function prepareWrite({ kind, input }: OneWrite): PreparedWrite {
  refuseUnknownFields(kind, input);
  const placeholders = new Placeholders(input);
  const condition = input.ConditionExpression === undefined ? undefined : parseCondition(input.ConditionExpression);
  if (condition) refuseFaultyCondition(condition, placeholders);
  const actions = kind === 'Update' ? parseUpdate(input.UpdateExpression) : [];
  const given = kind === 'Put' ? (copyOf(input.Item) as Item) : input.Key;
  const key = kind === 'Put' ? primaryKey(given) : checkedKey(given);
  refuseFaultyUpdate(actions, given, placeholders);
  if (kind === 'Put') refuseUnstorable(given);
  const returnsOld = input.ReturnValuesOnConditionCheckFailure !== undefined;
  return { kind, key, given, placeholders, condition, actions, returnsOld };
}

/**
 * Decides a write without writing.
 * @throws ValidationException for an update that is not possible on the item
 */
export function effectOf(write: PreparedWrite, before: Item | undefined): Effect {
  const { given, condition, placeholders } = write;
  const isAllowed = condition === undefined || holds(condition, before, placeholders);
  return { key: keyText(given), before, after: isAllowed ? resultOf(write, before) : before, isAllowed };
}

function resultOf({ kind, given, actions, placeholders }: PreparedWrite, before: Item | undefined): Item | undefined {
  if (kind === 'ConditionCheck') return before;
  if (kind === 'Delete') return undefined;
  if (kind === 'Put') return given;
  const after = applyUpdate(actions, before, given, placeholders);
  refuseUnstorable(after);
  return after;
}

function refuseUnstorable(item: Item): void {
  refuseBadKeys(item);
  refuseDeepItem(item);
  if (itemSize(item) > mostItemBytes) throw new ValidationException('the item is larger than 400 KB');
}
