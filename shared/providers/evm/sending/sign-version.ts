import type { Address, Hex } from 'viem';
import { signTransaction } from '../signer/chain-signer.ts';
import type { Fees } from './fees.ts';
import type { SigningTurn } from './sender.ts';
import type { ChainTransaction, TransactionVersion } from './transaction-row.ts';

type Unsigned = Pick<ChainTransaction, 'nonce' | 'to' | 'data' | 'gas' | 'unwantedSince'>;

/**
 * Signs a transaction with these fees. One that is no longer wanted is signed as an empty transaction to the signer
 * itself, which only uses the nonce.
 */
export async function signVersion(
  { account, runtime, sender }: SigningTurn,
  { nonce, to, data, gas, unwantedSince }: Unsigned,
  fees: Fees,
): Promise<TransactionVersion> {
  const isFiller = unwantedSince !== undefined;
  const call = isFiller
    ? { to: account, data: '0x' as const, gas: sender.rules.baseGas }
    : { to: to as Address, data: data as Hex, gas: BigInt(gas) };
  const { chainId } = sender;
  const signed = await signTransaction(sender.signer, { chainId, type: 'eip1559', nonce, value: 0n, ...call, ...fees });
  return { ...signed, ...fees, signedAt: runtime.clock(), ...(isFiller && { isFiller }) };
}

/** The maximum cost of a version, in wei. */
export function costOf(gas: number | bigint, { maxFeePerGas }: Fees): bigint {
  return BigInt(gas) * maxFeePerGas;
}
