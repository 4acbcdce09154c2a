import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { conditionOf, equals } from '../../../ground/table/conditions.ts';
import { type Condition, refTo } from '../../../ground/table/expressions.ts';
import { table } from '../../../ground/table/table.ts';

/**
 * An account that signs on a chain. Its transactions are mined in the order of their nonces, whatever their purpose.
 */
export interface SignerKey {
  readonly chainId: number;
  /** In lower case. */
  readonly account: string;
}

/** The nonces that an account has used, and the worker that may assign the next one. */
export const SignerEntity = new Entity({
  name: 'chainSigner',
  table,
  timestamps: false,
  schema: item({
    chainId: number().key(),
    account: string().key(),
    /** The nonce of the next transaction, unless the chain has already used it. */
    nextNonce: number(),
    /** Every transaction with a lower nonce has ended. */
    openFrom: number(),
    /** Token of the worker that may sign. */
    claim: string().optional(),
    /** Milliseconds: when its claim ends by itself. */
    claimedUntil: number().optional(),
  }),
  computeKey: (key: SignerKey) => ({ pk: signerPartition(key), sk: 'SIGNER' }),
});

export type SignerRow = FormattedItem<typeof SignerEntity>;

/** The row of the signer, and its transactions. */
export function signerPartition({ chainId, account }: SignerKey): string {
  return `CHAIN_SIGNER#${chainId}#${account}`;
}

export function signerRef({ chainId, account }: SignerKey) {
  return refTo(SignerEntity, { chainId, account });
}

/** True while we still have the claim. */
export function signerHeldBy(claim: string): Condition {
  return conditionOf<SignerRow>(equals({ claim }));
}
