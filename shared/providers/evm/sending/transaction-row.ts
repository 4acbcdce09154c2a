import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refuseUnknown, stateOf } from '../../../ground/table/known-values.ts';
import type { Store } from '../../../ground/table/store.ts';
import { minorUnits, sortable, table } from '../../../ground/table/table.ts';
import { type SignerKey, type SignerRow, signerPartition } from './signer-row.ts';

/** A transaction of a signer, stored before it is sent to a node. Its nonce is never used for another one. */
export const ChainTransactionEntity = new Entity({
  name: 'chainTransaction',
  table,
  timestamps: false,
  schema: item({
    chainId: number().key(),
    account: string().key(),
    nonce: number().key(),
    /** Nothing is broadcast while this connection is halted. */
    connectionId: string(),
    /** Its purposes. While it is open, nothing else is sent for any of them. */
    purposes: list(string()),
    to: string(),
    data: string(),
    gas: number(),
    /** All versions that were signed for the nonce, the newest last. Any of them may be mined, but only one. */
    versions: list(
      map({
        hash: string(),
        bytes: string(),
        maxFeePerGas: minorUnits(),
        maxPriorityFeePerGas: minorUnits(),
        /** Milliseconds. */
        signedAt: number(),
        /** An empty transaction to the signer itself, which uses the nonce. */
        isFiller: boolean().optional(),
      }),
    ),
    /** `taken`: another transaction, which is none of these versions, used the nonce. */
    state: stateOf('open', 'succeeded', 'reverted', 'taken'),
    /** Milliseconds: since when it is no longer wanted. Its nonce still has to be used. */
    unwantedSince: number().optional(),
    /** The version that was mined. */
    minedHash: string().optional(),
    ttl: number().optional(),
  }),
  computeKey: ({ nonce, ...signer }: SignerKey & { nonce: number }) => ({
    pk: signerPartition(signer),
    sk: position(nonce),
  }),
});

export type ChainTransaction = FormattedItem<typeof ChainTransactionEntity>;
export type TransactionVersion = ChainTransaction['versions'][number];

function position(nonce: number): string {
  return `NONCE#${sortable(nonce)}`;
}

/**
 * Maximum number of open transactions of an account. With Ethereum's finality of a quarter of an hour this allows one
 * every nine seconds, and the rows fit one answer of the table.
 */
export const mostOpen = 100;

/** The open transactions of a signer, in the order of their nonces. @throws UnknownValue */
export async function readOpen(store: Pick<Store, 'range'>, signer: SignerRow): Promise<ChainTransaction[]> {
  const { items } = await store.range(ChainTransactionEntity, {
    partition: signerPartition(signer),
    from: position(signer.openFrom),
    to: position(signer.nextNonce),
    limit: mostOpen,
  });
  for (const row of items) refuseUnknown(ChainTransactionEntity, row);
  return items.filter(({ state }) => state === 'open');
}

/** The version that is broadcast. */
export function newestVersion({ versions, nonce }: ChainTransaction): TransactionVersion {
  const newest = versions.at(-1);
  if (!newest) throw new Error(`nothing was signed for nonce ${nonce}`);
  return newest;
}
