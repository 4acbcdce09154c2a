import { type Address, type Hex, keccak256, serializeTransaction, type TransactionSerializableEIP1559 } from 'viem';

/** A signature in the form that chains accept. */
export interface ChainSignature {
  readonly r: Hex;
  /** In the lower half of the order (EIP-2). */
  readonly s: Hex;
  /** Which of the two matching keys is meant. */
  readonly yParity: 0 | 1;
}

/** Signs for one account on chains. No code of the service knows the key. */
export interface ChainSigner {
  /** With its checksum (EIP-55). */
  address(): Promise<Address>;
  /** @param digest 32 bytes */
  sign(digest: Hex): Promise<ChainSignature>;
}

/**
 * A transaction in the form that nodes accept. The same transaction may be signed with different bytes each time, with
 * the same nonce.
 */
export interface SignedTransaction {
  readonly bytes: Hex;
  readonly hash: Hex;
}

/** Signs a transaction. The caller sets nonce, gas and fees; nothing is estimated. */
export async function signTransaction(
  signer: ChainSigner,
  transaction: TransactionSerializableEIP1559,
): Promise<SignedTransaction> {
  const signature = await signer.sign(keccak256(serializeTransaction(transaction)));
  const bytes = serializeTransaction(transaction, signature);
  return { bytes, hash: keccak256(bytes) };
}
