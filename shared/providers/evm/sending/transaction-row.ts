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

/** A transaction of a signer, stored before a node is told of it. It is the only one to which its nonce is ever given. */
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
    /** What it is for. While it is open nothing else is sent for any of these. */
    purposes: list(string()),
    to: string(),
    data: string(),
    gas: number(),
    /** Everything that was ever signed for the nonce, the newest last. Any of them may be mined, and only one. */
    versions: list(
      map({
        hash: string(),
        bytes: string(),
        maxFeePerGas: minorUnits(),
        maxPriorityFeePerGas: minorUnits(),
        /** Milliseconds. */
        signedAt: number(),
        /** A transaction of nothing to the signer itself, so that the nonce is used. */
        isFiller: boolean().optional(),
      }),
    ),
    /** `taken`: the nonce was used by a transaction that is none of these versions. */
    state: stateOf('open', 'succeeded', 'reverted', 'taken'),
    /** Milliseconds: since when nobody wants it. Its nonce still has to be used. */
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
 * Transactions of an account that are open at once. Behind Ethereum's finality of a quarter of an hour this is one every nine seconds, and the rows
 * fit one answer of the table.
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

/** The version that nodes are told of. */
export function newestVersion({ versions, nonce }: ChainTransaction): TransactionVersion {
  const newest = versions.at(-1);
  if (!newest) throw new Error(`nothing was signed for nonce ${nonce}`);
  return newest;
}
