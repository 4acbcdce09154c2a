import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';

/**
 * A payout whose address has money that is at no treasury yet, as far as the table knows. The row is removed once all
 * of the money is.
 */
export const PendingFlushEntity = new Entity({
  name: 'pendingFlush',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    contract: string().key(),
    payoutId: string().key(),
    organizationId: string(),
    /** As in `FundedKey`. */
    stray: string().optional(),
    /** Changes each time that money arrives. */
    version: number(),
    /** Amount received, as in `ArrivedEntity`. */
    amount: minorUnits(),
    /** Amount flushed, as in `ArrivedEntity`. */
    flushed: minorUnits(),
    /** Set if money of a listed sender is included. All of the money stays where it is. */
    isHeldBack: boolean().optional(),
    /** Milliseconds: when the payout is looked at again. */
    nextAt: number(),
    /** Result of the last look. */
    found: oneOf('sent', 'waiting', 'left', 'stuck', 'unsigned').optional(),
  }),
  computeKey: ({ payoutId, ...token }: DepositToken & { readonly payoutId: string }) => ({
    pk: pendingPartition(token),
    sk: payoutId,
  }),
});

export type PendingFlush = FormattedItem<typeof PendingFlushEntity>;

export function pendingPartition({ connectionId, contract }: DepositToken): string {
  return `FLUSH#${connectionId}#${contract}`;
}

export function pendingRef({ connectionId, contract, payoutId }: DepositToken & { readonly payoutId: string }) {
  return refTo(PendingFlushEntity, { connectionId, contract, payoutId });
}
