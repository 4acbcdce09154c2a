import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { oneOf } from '../../ground/table/known-values.ts';
import { minorUnits, sortable, table } from '../../ground/table/table.ts';
import { type TimeBounds, timePosition } from '../../ground/table/time-position.ts';

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

/** One row of the ledger: appended in the commit of the change that it accounts for, and never edited. */
export const BalanceTransactionEntity = new Entity({
  name: 'balanceTransaction',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    sequence: number().key(),
    /** Time of the commit, milliseconds; grows with the sequence. */
    at: number().key(),
    type: oneOf(...balanceTransactionTypes),
    currency: string(),
    /** The signed change of the available balance, fee included. */
    amount: minorUnits(),
    fee: minorUnits().optional(),
    balanceAfter: minorUnits(),
    payoutId: string().optional(),
    /** On a hold and its release: the approval or the payout link that it belongs to. */
    approvalId: string().optional(),
    payoutLinkId: string().optional(),
    /** On a deposit. Absent on rows of an earlier release. */
    depositId: string().optional(),
    /** Why an operator adjusted the balance. */
    reason: string().optional(),
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

/** Sort key of a row: by time, then by sequence. Both orders are identical, so a period is a range of keys. */
export function ledgerPosition(at: number, sequence: number): string {
  return timePosition(at, sortable(sequence));
}

export function rowPosition({ at, sequence }: Pick<BalanceTransaction, 'at' | 'sequence'>): string {
  return ledgerPosition(at, sequence);
}

/** The time and the sequence contained in a position. */
export function parseLedgerPosition(position: string): Pick<BalanceTransaction, 'at' | 'sequence'> {
  const [at = '', sequence = ''] = position.split('#');
  return { at: Number(at), sequence: Number(sequence) };
}

/** The bounds of the positions of rows in a period. */
export function ledgerBounds({ createdAfter, createdBefore }: TimeBounds) {
  return {
    from: createdAfter === undefined ? undefined : ledgerPosition(createdAfter, 0),
    to: createdBefore === undefined ? undefined : ledgerPosition(createdBefore, Number.MAX_SAFE_INTEGER),
  };
}
