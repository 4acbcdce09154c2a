import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** A stored public key, ready to verify with. */
export function publicKeyObject(spkiBase64: string): KeyObject {
  return createPublicKey({ key: Buffer.from(spkiBase64, 'base64'), format: 'der', type: 'spki' });
}

/** Whether a DER signature (ECDSA P-256 over SHA-256) belongs to the message. Garbage is simply not valid. */
export function verifyDer(key: KeyObject, message: Uint8Array | string, signature: Buffer): boolean {
  try {
    return verify('sha256', Buffer.from(message), { key, dsaEncoding: 'der' }, signature);
  } catch {
    return false;
  }
}
