import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../ground/table/expressions.ts';
import type { Store } from '../ground/table/store.ts';
import { table } from '../ground/table/table.ts';
import { create, type Write } from '../ground/table/writes.ts';
import { storedTexts } from '../ground/text/compared-form.ts';

/**
 * Records that a bank transfer was credited, and as which deposit or to which checkout payment. The key is the bank's
 * id alone: only operators enter it, and the same money must not be credited to two organizations. An id whose compared
 * form differs has two rows, because earlier releases look for it as it was sent.
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

/** The rows that show whether a transfer was already credited. */
export function bankTransferRefs(externalId: string) {
  const [asSent, form] = storedTexts(externalId);
  return {
    before: refTo(BankTransferEntity, { externalId: asSent }),
    ...(form !== undefined && { beforeByForm: refTo(BankTransferEntity, { externalId: form }) }),
  };
}

export async function findBankTransfer(store: Pick<Store, 'get'>, externalId: string) {
  const { before, beforeByForm } = bankTransferRefs(externalId);
  const [asSent, byForm] = await Promise.all([store.get(before), beforeByForm && store.get(beforeByForm)]);
  return asSent ?? byForm;
}

/** Records that a transfer was credited. */
export function bankTransferWrites({ externalId, ...credited }: Omit<BankTransfer, 'version'>): Write[] {
  return storedTexts(externalId).map((text) =>
    create(BankTransferEntity, { ...credited, externalId: text, version: 1 }),
  );
}
