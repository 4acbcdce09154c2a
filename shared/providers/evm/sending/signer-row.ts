import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { conditionOf, equals } from '../../../ground/table/conditions.ts';
import { type Condition, refTo } from '../../../ground/table/expressions.ts';
import { table } from '../../../ground/table/table.ts';

/** An account that signs on a chain. Transactions of one account are mined in the order of their nonces, whatever they are for. */
export interface SignerKey {
  readonly chainId: number;
  /** In lower case. */
  readonly account: string;
}

/** Which nonces an account has given out, and which worker may give out the next one. */
export const SignerEntity = new Entity({
  name: 'chainSigner',
  table,
  timestamps: false,
  schema: item({
    chainId: number().key(),
    account: string().key(),
    /** The nonce of the next transaction, unless the chain has it already. */
    nextNonce: number(),
    /** Every transaction with a lower nonce is over. */
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

/** Holds while the claim is still ours. */
export function signerHeldBy(claim: string): Condition {
  return conditionOf<SignerRow>(equals({ claim }));
}
