import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { minorUnits, table } from '../../ground/table/table.ts';

/**
 * How far the payments that a vault has made were compared with what it was asked for. In the second table, like
 * everything that a restore must not lose.
 */
export const VaultBooksEntity = new Entity({
  name: 'vaultBooks',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    version: number(),
    /** The first block that was not compared. */
    nextBlock: number(),
  }),
  computeKey: ({ connectionId }: { connectionId: string }) => ({ pk: `VAULT_BOOKS#${connectionId}`, sk: 'BOOKS' }),
});

export function vaultBooksRef(connectionId: string) {
  return refTo(VaultBooksEntity, { connectionId });
}

/** The payout that a vault's key stands for. Written before the first signature. */
export const VaultKeyEntity = new Entity({
  name: 'vaultKey',
  table,
  timestamps: false,
  schema: item({ key: string().key(), payoutId: string(), ttl: number() }),
  computeKey: ({ key }: { key: string }) => ({ pk: `VAULT_KEY#${key}`, sk: 'KEY' }),
});

/**
 * A payment by a vault that, as far as the second table knows, nobody asked for. The vault pays nothing more until a
 * person has named its payout.
 */
export const UnnamedPaymentEntity = new Entity({
  name: 'unnamedPayment',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    /** The vault's key for the payment: the hash of organization and payout. */
    key: string().key(),
    /** The transaction. */
    hash: string(),
    vault: string(),
    /** Contract address of the token. */
    contract: string(),
    to: string(),
    /** Minor units of the token. */
    amount: minorUnits(),
  }),
  computeKey: ({ connectionId, key }: { connectionId: string; key: string }) => ({
    pk: unnamedPartition(connectionId),
    sk: key,
  }),
});

export type UnnamedPayment = FormattedItem<typeof UnnamedPaymentEntity>;

export function unnamedPartition(connectionId: string): string {
  return `VAULT_UNNAMED#${connectionId}`;
}

export function unnamedPaymentRef(connectionId: string, key: string) {
  return refTo(UnnamedPaymentEntity, { connectionId, key });
}
