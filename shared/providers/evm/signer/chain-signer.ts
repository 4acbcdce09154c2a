import { type Address, type Hex, keccak256, serializeTransaction, type TransactionSerializableEIP1559 } from 'viem';

/** A signature as chains take it. */
export interface ChainSignature {
  readonly r: Hex;
  /** In the lower half of the order (EIP-2). */
  readonly s: Hex;
  /** Which of the two keys that fit is meant. */
  readonly yParity: 0 | 1;
}

/** Signs for one account on chains. The key itself is known to no code of the service. */
export interface ChainSigner {
  /** With its checksum (EIP-55). */
  address(): Promise<Address>;
  /** @param digest 32 bytes */
  sign(digest: Hex): Promise<ChainSignature>;
}

/** A transaction as nodes take it. The same transaction may be signed with other bytes each time, under one nonce. */
export interface SignedTransaction {
  readonly bytes: Hex;
  readonly hash: Hex;
}

/** Signs a transaction. Nonce, gas and fees are the caller's: nothing is estimated. */
export async function signTransaction(
  signer: ChainSigner,
  transaction: TransactionSerializableEIP1559,
): Promise<SignedTransaction> {
  const signature = await signer.sign(keccak256(serializeTransaction(transaction)));
  const bytes = serializeTransaction(transaction, signature);
  return { bytes, hash: keccak256(bytes) };
}
