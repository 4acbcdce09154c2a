const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * Converts a P-256 signature from the form of WebCrypto (r and s, 32 bytes each) to DER, which the service expects
 * (specification, Authentication, Challenge flow, step 2).
 */
export function derSignature(raw: Uint8Array): Uint8Array {
  const content = [...derInteger(raw.subarray(0, 32)), ...derInteger(raw.subarray(32))];
  // At most 70 bytes, so the length is always one byte.
  return Uint8Array.of(SEQUENCE, content.length, ...content);
}

/** Encodes an integer in the shortest form, with a leading zero if the high bit would make it negative. */
function derInteger(bigEndian: Uint8Array): number[] {
  const first = bigEndian.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? [0] : [...bigEndian.subarray(first)];
  if ((digits[0] ?? 0) >= 0x80) digits.unshift(0);
  return [INTEGER, digits.length, ...digits];
}
