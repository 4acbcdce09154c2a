import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../../../ground/table/expressions.ts';
import { sortable, table } from '../../../../ground/table/table.ts';
import type { TokenTransfer } from '../../../../ports/token-chain.ts';
import type { PaymentAddress } from './reserved-amount.ts';

/**
 * Records that a transfer is on a payment. One item for all organizations, made in the payment's own commit: the same money
 * is counted once, whoever has registered the address. Receipts take nothing.
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
    /** The payment that the money is on. */
    paymentId: string(),
    /** The receipt by whose assignment. */
    receiptId: string().optional(),
  }),
  computeKey: ({ mode, chain, hash, logIndex }: TransferKey) => ({
    pk: `CRYPTO_TRANSFER#${mode}#${chain}#${hash}`,
    sk: sortable(logIndex),
  }),
});

export type TakenTransfer = FormattedItem<typeof TakenTransferEntity>;

type TransferKey = Pick<PaymentAddress, 'chain'> & { readonly mode: string } & Pick<TokenTransfer, 'hash' | 'logIndex'>;

export function takenRead(
  { mode, chain }: TransferKey | PaymentAddress,
  { hash, logIndex }: Pick<TransferKey, 'hash' | 'logIndex'>,
) {
  return read(TakenTransferEntity, { mode, chain, hash, logIndex });
}

/** How a payment names a transfer. */
export function transferId({ hash, logIndex }: Pick<TokenTransfer, 'hash' | 'logIndex'>): string {
  return `${hash}-${logIndex}`;
}
