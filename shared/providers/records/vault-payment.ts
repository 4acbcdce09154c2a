import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { type Read, read } from '../../ground/table/expressions.ts';
import { stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';

/**
 * A payment to a wallet, as a vault is asked for it. It is in the second table, which no restore touches: until when signatures live, and whether it was
 * given up, must never be forgotten.
 */
export const VaultPaymentEntity = new Entity({
  name: 'vaultPayment',
  table,
  timestamps: false,
  schema: item({
    payoutId: string().key(),
    version: number(),
    organizationId: string(),
    /** The connection of the vault. What was begun stays there. */
    connectionId: string(),
    chain: string(),
    /** With their checksums: the vault, the token and the payee. */
    vault: string(),
    contract: string(),
    to: string(),
    /** Minor units of the token. */
    amount: minorUnits(),
    /** `failed` is final: nothing is signed for it any more. */
    state: stateOf('open', 'paid', 'failed'),
    /** Seconds, as blocks count them: no signature that was ever made is valid later. Absent where none was made. */
    validUntil: number().optional(),
    /** A final block before the first signature: the payment is in none before it. */
    sinceBlock: number().optional(),
    /** The transaction that paid it. */
    hash: string().optional(),
    /** Once it is over. */
    ttl: number().optional(),
  }),
  computeKey: ({ payoutId }: { payoutId: string }) => ({ pk: `VAULT_PAYMENT#${payoutId}`, sk: 'PAYMENT' }),
});

/** How long the record of a payment is kept, milliseconds. An open one is kept until it is over. */
export const vaultRecordMs = 366 * 24 * 60 * 60 * 1000;

export type VaultPayment = FormattedItem<typeof VaultPaymentEntity>;

export function vaultPaymentRead(payoutId: string): Read<typeof VaultPaymentEntity> {
  return read(VaultPaymentEntity, { payoutId });
}

/** A payment that is open, by its vault's connection. */
export const OpenVaultPaymentEntity = new Entity({
  name: 'openVaultPayment',
  table,
  timestamps: false,
  schema: item({ connectionId: string().key(), payoutId: string().key(), contract: string() }),
  computeKey: ({ connectionId, payoutId }: { connectionId: string; payoutId: string }) => ({
    pk: openPaymentsPartition(connectionId),
    sk: payoutId,
  }),
});

export function openPaymentsPartition(connectionId: string): string {
  return `VAULT_OPEN#${connectionId}`;
}
