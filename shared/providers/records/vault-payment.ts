import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { type ItemRef, refTo } from '../../ground/table/expressions.ts';
import { stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';

/**
 * A requested payment from a vault to a wallet. It is in the second table, which no restore changes: how long
 * signatures are valid, and whether the payment was given up, must never be lost.
 */
export const VaultPaymentEntity = new Entity({
  name: 'vaultPayment',
  table,
  timestamps: false,
  schema: item({
    payoutId: string().key(),
    version: number(),
    organizationId: string(),
    /** The connection of the vault. A payment stays with the vault on which it was started. */
    connectionId: string(),
    chain: string(),
    /** The vault, the token and the payee, each with its checksum. */
    vault: string(),
    contract: string(),
    to: string(),
    /** Minor units of the token. */
    amount: minorUnits(),
    /** `failed` is final: nothing is signed for it any more. */
    state: stateOf('open', 'paid', 'failed'),
    /** Seconds, in block time: no signature that was ever made is valid later. Absent if none was made. */
    validUntil: number().optional(),
    /** A final block before the first signature. No block up to this one contains the payment. */
    sinceBlock: number().optional(),
    /** The transaction that paid it. */
    hash: string().optional(),
    /** Present once the payment has ended. */
    ttl: number().optional(),
  }),
  computeKey: ({ payoutId }: { payoutId: string }) => ({ pk: `VAULT_PAYMENT#${payoutId}`, sk: 'PAYMENT' }),
});

/** How long the record of a payment is kept after its end, in milliseconds. An open payment is kept until it ends. */
export const vaultRecordMs = 366 * 24 * 60 * 60 * 1000;

export type VaultPayment = FormattedItem<typeof VaultPaymentEntity>;

export function vaultPaymentRef(payoutId: string): ItemRef<typeof VaultPaymentEntity> {
  return refTo(VaultPaymentEntity, { payoutId });
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
