import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';

/**
 * That a bank's transfer was credited, and where. Keyed by the bank's id alone: only operators name it, and the same money
 * must not be credited to two organizations either.
 */
export const BankTransferEntity = new Entity({
  name: 'bankTransfer',
  table,
  timestamps: false,
  schema: item({
    /** The bank's. */
    externalId: string().key(),
    version: number(),
    organizationId: string(),
    depositId: string(),
    /** SHA-256 of what was asked for. */
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
