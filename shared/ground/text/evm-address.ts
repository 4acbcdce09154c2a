import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** An address on Ethereum or a similar chain, in any case. */
export const addressPattern = /^0x[0-9a-fA-F]{40}$/;

/** Writes an address with the capital letters of its checksum (EIP-55). @param address matches `addressPattern` */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const capitals = [...digits].map((digit, i) =>
    Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${capitals.join('')}`;
}

/** Whether the capital letters of an address contradict its checksum. */
export function hasWrongChecksum(address: string): boolean {
  const digits = address.slice(2);
  const isMixed = /[a-f]/.test(digits) && /[A-F]/.test(digits);
  return isMixed && checksummed(address) !== address;
}

/** Whether an address is the zero address. Nobody has its key, so tokens sent there are lost. */
export function isZeroAddress(address: string): boolean {
  return /^0x0+$/.test(address);
}
