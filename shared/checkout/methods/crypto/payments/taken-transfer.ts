import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../../../ground/table/expressions.ts';
import { sortable, table } from '../../../../ground/table/table.ts';
import type { TokenTransfer } from '../../../../ports/token-chain.ts';
import type { PaymentAddress } from './reserved-amount.ts';

/**
 * Records that a transfer belongs to a payment. The item is shared by all organizations and written in the payment's
 * own commit, so that the same money counts once even if several organizations registered the address. A receipt alone
 * does not claim its transfer.
 */
export const TakenTransferEntity = new Entity({
  name: 'takenTransfer',
  table,
  timestamps: false,
  schema: item({
    mode: string().key(),
    chain: string().key(),
    hash: string().key(),
    logIndex: number().key(),
    version: number(),
    organizationId: string(),
    /** The payment that the money belongs to. */
    paymentId: string(),
    /** The receipt that was assigned to the payment, if any. */
    receiptId: string().optional(),
  }),
  computeKey: ({ mode, chain, hash, logIndex }: TransferKey) => ({
    pk: `CRYPTO_TRANSFER#${mode}#${chain}#${hash}`,
    sk: sortable(logIndex),
  }),
});

export type TakenTransfer = FormattedItem<typeof TakenTransferEntity>;

type TransferKey = Pick<PaymentAddress, 'chain'> & { readonly mode: string } & Pick<TokenTransfer, 'hash' | 'logIndex'>;

export function takenRef(
  { mode, chain }: TransferKey | PaymentAddress,
  { hash, logIndex }: Pick<TransferKey, 'hash' | 'logIndex'>,
) {
  return refTo(TakenTransferEntity, { mode, chain, hash, logIndex });
}

/** Returns the id of a transfer within a payment. */
export function transferId({ hash, logIndex }: Pick<TokenTransfer, 'hash' | 'logIndex'>): string {
  return `${hash}-${logIndex}`;
}
