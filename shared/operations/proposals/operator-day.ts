import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { exponentOf } from '../../ground/money/currencies.ts';
import type { Money } from '../../ground/money/money.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import { utcDay } from '../../ground/time/clock.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';

/**
 * What one operator has moved alone on their last UTC day, across all organizations with the same settlement currency,
 * so that the limit cannot be evaded with many small amounts or many organizations.
 */
export const OperatorDayEntity = new Entity({
  name: 'operatorDay',
  table,
  timestamps: false,
  schema: item({
    /** The person, as identified by `personOf`. */
    operator: string().key(),
    currency: string().key(),
    version: number(),
    day: string(),
    /** In either direction. */
    amount: minorUnits(),
  }),
  computeKey: ({ operator, currency }: { operator: string; currency: string }) => ({
    pk: `OPERATOR_DAY#${operator}`,
    sk: currency,
  }),
});

export function operatorDayRef(operator: string, currency: string) {
  return refTo(OperatorDayEntity, { operator, currency });
}

/**
 * Counts an amount that an operator moves alone, if the day's total is within the limit.
 * @param limit minor units
 * @returns false if it is not, in which case nothing is counted
 */
export function countAlone(draft: JournalDraft, operator: string, { currency, minor }: Money, limit: bigint): boolean {
  const found = draft.lookUp(operatorDayRef(operator, currency));
  const today = utcDay(draft.now);
  // A day that another process has started continues, even if the clock here is slightly behind.
  const day = found && found.day > today ? found.day : today;
  const amount = (found?.day === day ? found.amount : 0n) + minor;
  if (amount > limit) return false;
  draft.change(OperatorDayEntity, { ...found, operator, currency, version: found?.version ?? 1, day, amount });
  return true;
}

/**
 * The limit in minor units.
 * @param text whole units, `1000.00`; `none` for no limit
 */
export function limitIn(text: string, currency: string): bigint | undefined {
  if (text === 'none') return undefined;
  const [, whole, places = ''] = /^(\d{1,15})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  const exponent = exponentOf(currency);
  if (whole === undefined || exponent === undefined) throw new Error(`${text} is no limit in ${currency}`);
  // Decimal places that the currency does not have are dropped.
  return BigInt(whole + places.padEnd(exponent, '0').slice(0, exponent));
}
