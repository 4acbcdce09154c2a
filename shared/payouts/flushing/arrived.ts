import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';

interface PayoutKey {
  readonly organizationId: string;
  readonly payoutId: string;
}

/** A payout, and the token in which it is funded. */
export interface FundedKey extends PayoutKey, DepositToken {}

/**
 * What was received at the address of a payout, and how much of it is at a treasury. A flush takes the whole balance of
 * an address, so money is at a treasury once as much was flushed as had been received by then. Both sums only grow.
 * Amounts are in minor units of the token.
 */
export const ArrivedEntity = new Entity({
  name: 'arrivedFunds',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    payoutId: string().key(),
    version: number(),
    /** Sum of all recorded transfers, whatever has become of them. */
    amount: minorUnits(),
    /** Number of transfers that are parked because their sender is on the sanctions list. */
    listed: number(),
    /** What every node has shown as flushed at a final block, whoever flushed it. */
    flushed: minorUnits(),
    /** Milliseconds: when the payout is looked at again if it is not flushed now. */
    lookAgainAt: number().optional(),
  }),
  computeKey: ({ organizationId, payoutId }: PayoutKey) => ({
    pk: `ARRIVED#${organizationId}#${payoutId}`,
    sk: 'ARRIVED',
  }),
});

export type Arrived = FormattedItem<typeof ArrivedEntity>;

export function arrivedRead({ organizationId, payoutId }: PayoutKey) {
  return read(ArrivedEntity, { organizationId, payoutId });
}
