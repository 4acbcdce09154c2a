import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { wholeRange } from '../../ground/table/calls/whole-range.ts';
import { read } from '../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { Runtime } from '../../ports/runtime.ts';

/**
 * One final transfer to the address of a payout. The row prevents double counting, because a second commit finds it
 * here. `counted`: part of what funds the payout. `held`: a deposit of its own. `parked`: neither, until an operator
 * settles it.
 */
export const FundingTransferEntity = new Entity({
  name: 'fundingTransfer',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    payoutId: string().key(),
    hash: string().key(),
    logIndex: number().key(),
    version: number(),
    state: stateOf('counted', 'held', 'parked'),
    /**
     * Why the transfer is parked. `listed`: its sender is on the sanctions list. `stuck`: a flush would not bring it to
     * a treasury.
     */
    parkedFor: oneOf('listed', 'stuck', 'own').optional(),
    /** Set if a restore has lost the payout: what a deposit for it is credited in. */
    lost: map({
      connectionId: string(),
      contract: string(),
      chain: string(),
      token: string(),
      currency: string(),
    }).optional(),
    amount: minorUnits(),
    from: string(),
    signer: string(),
    block: number(),
    /** Milliseconds: time of the transfer's block. */
    madeAt: number(),
  }),
  computeKey: ({ organizationId, payoutId, hash, logIndex }: TransferKey) => ({
    pk: transferPartition({ organizationId, payoutId }),
    sk: `${hash}#${logIndex}`,
  }),
});

export type FundingTransfer = FormattedItem<typeof FundingTransferEntity>;

interface TransferKey {
  readonly organizationId: string;
  readonly payoutId: string;
  readonly hash: string;
  readonly logIndex: number;
}

export function transferRead({ organizationId, payoutId, hash, logIndex }: TransferKey) {
  return read(FundingTransferEntity, { organizationId, payoutId, hash, logIndex });
}

export function transferPartition({
  organizationId,
  payoutId,
}: Pick<TransferKey, 'organizationId' | 'payoutId'>): string {
  return `FUNDING#${organizationId}#${payoutId}`;
}

/** All recorded transfers to the address of a payout. Strangers may send thousands. */
export function transfersTo(
  { store }: Pick<Runtime, 'store'>,
  key: Pick<TransferKey, 'organizationId' | 'payoutId'>,
): Promise<FundingTransfer[]> {
  return wholeRange(store, FundingTransferEntity, { partition: transferPartition(key), after: '0x', to: '0y' });
}

/**
 * A transaction with transfers that count for some payout, of any organization: it cannot be confirmed for a payout
 * that it sent nothing to.
 */
export const UsedTransactionEntity = new Entity({
  name: 'usedTransaction',
  table,
  timestamps: false,
  schema: item({ chain: string().key(), hash: string().key() }),
  computeKey: ({ chain, hash }: { chain: string; hash: string }) => ({ pk: `FUNDED_BY#${chain}#${hash}`, sk: 'USED' }),
});

export function usedRead(chain: string, hash: string) {
  return read(UsedTransactionEntity, { chain, hash });
}
