import { createHash } from 'node:crypto';
import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../../../ground/table/expressions.ts';
import { stateOf } from '../../../../ground/table/known-values.ts';
import { minorUnits, table } from '../../../../ground/table/table.ts';
import { timestamp } from '../../../../ground/time/clock.ts';
import { idFrom } from '../../../../ground/time/ids.ts';
import { dateOf } from '../../../../journal/rows/dated-row.ts';
import type { TokenTransfer } from '../../../../ports/token-chain.ts';
import type { AddressWatch } from './address-watch.ts';
import type { PaymentAddress } from './reserved-amount.ts';

export const receiptStatuses = ['unmatched', 'assigned'] as const;

/**
 * A transfer to an organization's address that no attempt waits for. It counts for no payment until a person assigns
 * it.
 */
export const ReceiptEntity = new Entity({
  name: 'cryptoReceipt',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    receiptId: string().key(),
    version: number(),
    status: stateOf(...receiptStatuses),
    /** The id of the collection account. */
    accountId: string(),
    chain: string(),
    token: string(),
    address: string(),
    hash: string(),
    logIndex: number(),
    block: number(),
    /** Minor units of the token. */
    amount: minorUnits(),
    /** Time of the transfer's block, in milliseconds. */
    madeAt: number(),
    /**
     * `assignedTo` is the payment that a person named. `paymentId` is the payment that the money belongs to, which is a
     * separate one if the named payment was already paid.
     */
    assignedTo: string().optional(),
    paymentId: string().optional(),
    livemode: boolean(),
    /**
     * The date, in milliseconds, under which the list of receipts shows the receipt. Present only if the receipt was
     * recorded long after its block.
     */
    datedAt: number().optional(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ organizationId, receiptId }: { organizationId: string; receiptId: string }) => ({
    pk: receiptPartition(organizationId),
    sk: receiptId,
  }),
});

export type Receipt = FormattedItem<typeof ReceiptEntity>;

export function receiptPartition(organizationId: string): string {
  return `CRYPTO_RECEIPT#${organizationId}`;
}

export function receiptRef(organizationId: string, receiptId: string) {
  return refTo(ReceiptEntity, { organizationId, receiptId });
}

/** Derives the id from the transfer, so that reading a transfer twice writes one receipt. Ids sort by block time. */
export function receiptIdOf(
  { mode, chain }: Pick<PaymentAddress, 'chain'> & { readonly mode: string },
  transfer: TokenTransfer,
) {
  const { hash, logIndex, madeAt } = transfer;
  const bytes = createHash('sha256').update([mode, chain, hash, logIndex].join('\n')).digest();
  return idFrom('rct', madeAt, bytes);
}

export function receiptOf(watch: AddressWatch, transfer: TokenTransfer, now: number): Receipt {
  const { organizationId, accountId, mode, chain, token, address } = watch;
  const at = timestamp(now);
  const receiptId = receiptIdOf(watch, transfer);
  return {
    organizationId,
    receiptId,
    version: 1,
    status: 'unmatched',
    accountId,
    chain,
    token,
    address,
    ...transfer,
    livemode: mode === 'live',
    datedAt: dateOf(receiptId, now),
    createdAt: at,
    updatedAt: at,
  };
}
