import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** Keys that a process keeps ready: callers come again, and reading a key takes as long as verifying with it. */
const mostReadyKeys = 100;
const readyKeys = new Map<string, KeyObject>();

/** A stored public key, ready to verify with. */
export function publicKeyObject(spkiBase64: string): KeyObject {
  const ready = readyKeys.get(spkiBase64);
  if (ready) return ready;
  const key = createPublicKey({ key: Buffer.from(spkiBase64, 'base64'), format: 'der', type: 'spki' });
  const [oldest] = readyKeys.keys();
  if (oldest !== undefined && readyKeys.size >= mostReadyKeys) readyKeys.delete(oldest);
  readyKeys.set(spkiBase64, key);
  return key;
}

/** Whether a DER signature (ECDSA P-256 over SHA-256) belongs to the message. Garbage is simply not valid. */
export function verifyDer(key: KeyObject, message: Uint8Array | string, signature: Buffer): boolean {
  try {
    return verify('sha256', Buffer.from(message), { key, dsaEncoding: 'der' }, signature);
  } catch {
    return false;
  }
}
