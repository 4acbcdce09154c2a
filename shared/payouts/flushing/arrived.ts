import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { DepositToken } from '../../ports/deposit-chain.ts';

interface PayoutKey {
  readonly organizationId: string;
  readonly payoutId: string;
}

type ArrivedKey = PayoutKey & Pick<FundedKey, 'stray'>;

/** A payout, and a token that is sent to its address. */
export interface FundedKey extends PayoutKey, DepositToken {
  /** Names the token if it is not the one in which the payout is funded (`strayName`). */
  readonly stray?: string | undefined;
}

/** Name of a token that does not fund the payout to whose address it was sent. */
export function strayName({ connectionId, contract }: DepositToken): string {
  return `${connectionId}/${contract}`;
}

/**
 * What was received in one token at the address of a payout, and how much of it is at a treasury. A flush takes the whole balance of
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
    stray: string().key().optional(),
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
  computeKey: ({ organizationId, payoutId, stray }: ArrivedKey) => ({
    pk: `ARRIVED#${organizationId}#${payoutId}`,
    sk: stray === undefined ? 'ARRIVED' : `STRAY#${stray}`,
  }),
});

export type Arrived = FormattedItem<typeof ArrivedEntity>;

export function arrivedRef({ organizationId, payoutId, stray }: ArrivedKey) {
  return refTo(ArrivedEntity, { organizationId, payoutId, stray });
}
