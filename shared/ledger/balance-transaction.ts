import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { minorUnits, sortable, table } from '../table/table.ts';

/** Kinds of change to the spendable balance (specification, Balance transaction). */
export const balanceTransactionTypes = [
  'deposit',
  'payout',
  'payout_return',
  'hold',
  'hold_release',
  'adjustment',
] as const;

export type BalanceTransactionType = (typeof balanceTransactionTypes)[number];

/** One row of the ledger: appended with the change that it accounts for, never edited. */
export const BalanceTransactionEntity = new Entity({
  name: 'balanceTransaction',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    sequence: number().key(),
    /** Time of the commit, milliseconds; grows with the sequence. */
    at: number().key(),
    type: string().enum(...balanceTransactionTypes),
    currency: string(),
    /** Signed change of the available balance, fee included. */
    amount: minorUnits(),
    fee: minorUnits().optional(),
    balanceAfter: minorUnits(),
    payoutId: string().optional(),
  }),
  computeKey: ({ organizationId, sequence, at }: { organizationId: string; sequence: number; at: number }) => ({
    pk: ledgerPartition(organizationId),
    sk: ledgerPosition(at, sequence),
  }),
});

export type BalanceTransaction = FormattedItem<typeof BalanceTransactionEntity>;

export function ledgerPartition(organizationId: string): string {
  return `LEDGER#${organizationId}`;
}

const timeDigits = 13;

/** The last time that a position can hold, in the year 2286. */
const lastPositionAt = 10 ** timeDigits - 1;

/** Sort key of a row: by time, then by sequence, which is the same order; a range of time is a range of keys. */
export function ledgerPosition(at: number, sequence: number): string {
  return `${sortable(at, timeDigits)}#${sortable(sequence)}`;
}

export function rowPosition({ at, sequence }: Pick<BalanceTransaction, 'at' | 'sequence'>): string {
  return ledgerPosition(at, sequence);
}

/** Times of rows, milliseconds; inclusive. */
export interface TimeBounds {
  readonly createdAfter?: number | undefined;
  readonly createdBefore?: number | undefined;
}

/** The positions between which the rows of a time lie. */
export function ledgerBounds({ createdAfter, createdBefore }: TimeBounds) {
  return {
    from: createdAfter === undefined ? undefined : boundAt(createdAfter, 0),
    to: createdBefore === undefined ? undefined : boundAt(createdBefore, Number.MAX_SAFE_INTEGER),
  };
}

/** A caller may ask for the year 9999. */
function boundAt(at: number, sequence: number): string {
  return ledgerPosition(Math.min(at, lastPositionAt), sequence);
}
