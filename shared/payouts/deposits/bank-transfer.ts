import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';

/**
 * Records that a bank transfer was credited, and as which deposit or to which checkout payment. The key is the bank's id alone: only operators enter
 * it, and the same money must not be credited to two organizations.
 */
export const BankTransferEntity = new Entity({
  name: 'bankTransfer',
  table,
  timestamps: false,
  schema: item({
    /** The bank's id of the transfer. */
    externalId: string().key(),
    version: number(),
    organizationId: string(),
    depositId: string().optional(),
    paymentId: string().optional(),
    /** SHA-256 of the request that credited it. */
    hash: string(),
  }),
  computeKey: ({ externalId }: { externalId: string }) => ({
    pk: `BANK_TRANSFER#${externalId}`,
    sk: 'BANK_TRANSFER',
  }),
});

export type BankTransfer = FormattedItem<typeof BankTransferEntity>;

export function bankTransferRead(externalId: string) {
  return read(BankTransferEntity, { externalId });
}
