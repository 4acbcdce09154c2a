import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** An address of Ethereum and of the chains that are like it, in any case. */
export const addressPattern = /^0x[0-9a-fA-F]{40}$/;

/** Writes an address with the capitals that are its checksum (EIP-55). @param address matches `addressPattern` */
export function checksummed(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const capitals = [...digits].map((digit, i) =>
    Number.parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${capitals.join('')}`;
}

/** Whether an address says by its capitals what it is meant to be, and is something else. */
export function hasWrongChecksum(address: string): boolean {
  const digits = address.slice(2);
  const isMixed = /[a-f]/.test(digits) && /[A-F]/.test(digits);
  return isMixed && checksummed(address) !== address;
}

/** Nobody has its key: what is sent there is lost. */
export function isZeroAddress(address: string): boolean {
  return /^0x0+$/.test(address);
}
