import { type Address, getAddress, type Hex, isAddressEqual, recoverAddress, toHex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import type { ChainSignature } from './chain-signer.ts';

/** The order of secp256k1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * A signature in the form that chains accept. KMS returns two integers in DER. Half of the time `s` is in the upper
 * half of the order, which chains refuse (EIP-2). KMS also does not tell which of the two matching keys is meant.
 * @param der of ECDSA over secp256k1
 * @throws Error if the signature is not of this account
 */
export async function chainSignature(der: Uint8Array, digest: Hex, signer: Address): Promise<ChainSignature> {
  const { r, s } = readDer(der);
  const low = s > order / 2n ? order - s : s;
  const words = { r: toHex(r, { size: 32 }), s: toHex(low, { size: 32 }) };
  for (const yParity of [0, 1] as const) {
    const recovered = await recoverAddress({ hash: digest, signature: { ...words, yParity } });
    if (isAddressEqual(recovered, signer)) return { ...words, yParity };
  }
  throw new Error(`the signature is not of ${signer}`);
}

/** `SEQUENCE { r INTEGER, s INTEGER }`, of fewer than 128 bytes. */
function readDer(der: Uint8Array): { r: bigint; s: bigint } {
  const bytes = Buffer.from(der);
  const [r, next] = readInteger(bytes, 2);
  const [s, end] = readInteger(bytes, next);
  if (bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2 || end !== bytes.length)
    throw new Error('no signature in DER');
  if (r <= 0n || r >= order || s <= 0n || s >= order) throw new Error('a signature out of range');
  return { r, s };
}

function readInteger(bytes: Buffer, at: number): [bigint, number] {
  const length = bytes[at + 1] ?? 0;
  const end = at + 2 + length;
  if (bytes[at] !== 0x02 || length === 0 || length > 33 || end > bytes.length) throw new Error('no signature in DER');
  return [BigInt(`0x${bytes.subarray(at + 2, end).toString('hex')}`), end];
}

/** The bytes before the point in a public key of secp256k1 (SPKI in DER). */
const keyPrefix = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');

/**
 * The account of a public key from KMS.
 * @throws Error for a key of another kind
 */
export function accountOf(spki: Uint8Array): Address {
  const bytes = Buffer.from(spki);
  const point = bytes.subarray(keyPrefix.length);
  if (!bytes.subarray(0, keyPrefix.length).equals(keyPrefix) || point.length !== 65 || point[0] !== 0x04)
    throw new Error('the key is not of secp256k1');
  return getAddress(publicKeyToAddress(`0x${point.toString('hex')}`));
}
