import type { Hex } from 'viem';

export const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Two integers as KMS and OpenSSL write a signature. */
export function derOf(r: bigint, s: bigint): Buffer {
  const parts = Buffer.concat([integer(r), integer(s)]);
  return Buffer.concat([Buffer.from([0x30, parts.length]), parts]);
}

function integer(value: bigint): Buffer {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  // An integer whose first bit is set would be negative.
  const signed = (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
  return Buffer.concat([Buffer.from([0x02, signed.length]), signed]);
}

/** A public key of secp256k1 as KMS shows it. @param publicKey 65 bytes */
export function spkiOf(publicKey: Hex): Buffer {
  return Buffer.from(`3056301006072a8648ce3d020106052b8104000a034200${publicKey.slice(2)}`, 'hex');
}
