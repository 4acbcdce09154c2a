import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { wholeRange } from '../../ground/table/calls/whole-range.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { FundedKey } from '../flushing/arrived.ts';

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
    /** As in `FundedKey`. */
    stray: string().key().optional(),
    version: number(),
    state: stateOf('counted', 'held', 'parked'),
    /**
     * Why the transfer is parked. `listed`: its sender is on the sanctions list. `stuck`: a flush would not bring it to
     * a treasury. `own`: it comes from the stage itself. `unissued`: its token only stands in for an issuer's.
     */
    parkedFor: oneOf('listed', 'stuck', 'own', 'unissued').optional(),
    /** As `heldAs` of the address (`FundingAddressEntity`), with the token that was sent. */
    heldAs: map({
      connectionId: string(),
      contract: string(),
      chain: string(),
      token: string(),
      currency: string(),
      isUnissued: boolean().optional(),
    })
      .optional()
      .savedAs('lost'),
    amount: minorUnits(),
    from: string(),
    signer: string(),
    block: number(),
    /** Milliseconds: time of the transfer's block. */
    madeAt: number(),
  }),
  computeKey: ({ hash, logIndex, ...key }: TransferKey) => ({
    pk: transferPartition(key),
    sk: `${placeOf(key)}${hash}#${logIndex}`,
  }),
});

export type FundingTransfer = FormattedItem<typeof FundingTransferEntity>;

type PayoutKey = Pick<FundedKey, 'organizationId' | 'payoutId'>;
type OfToken = PayoutKey & Pick<FundedKey, 'stray'>;

interface TransferKey extends OfToken {
  readonly hash: string;
  readonly logIndex: number;
}

export function transferRef({ organizationId, payoutId, hash, logIndex, stray }: TransferKey) {
  return refTo(FundingTransferEntity, { organizationId, payoutId, hash, logIndex, stray });
}

export function transferPartition({ organizationId, payoutId }: PayoutKey): string {
  return `FUNDING#${organizationId}#${payoutId}`;
}

/** Transfers of the payout's own token come first, those of each stray one after them. */
function placeOf({ stray }: Pick<FundedKey, 'stray'>): string {
  return stray === undefined ? '' : `${strays}${stray}#`;
}

const strays = 'STRAY#';

/** All recorded transfers of one token to the address of a payout. Strangers may send thousands. */
export function transfersTo({ store }: Pick<Runtime, 'store'>, key: OfToken): Promise<FundingTransfer[]> {
  const [partition, place] = [transferPartition(key), placeOf(key)];
  return wholeRange(store, FundingTransferEntity, { partition, after: `${place}0x`, to: `${place}0y` });
}

/** All recorded transfers to the address of a payout of tokens that do not fund it. */
export function strayTransfersTo({ store }: Pick<Runtime, 'store'>, key: PayoutKey): Promise<FundingTransfer[]> {
  return wholeRange(store, FundingTransferEntity, {
    partition: transferPartition(key),
    after: strays,
    to: `${strays}~`,
  });
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

export function usedRef(chain: string, hash: string) {
  return refTo(UsedTransactionEntity, { chain, hash });
}
