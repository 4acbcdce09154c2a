import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/**
 * Parsed keys that a process caches. Callers return, and parsing a key takes as long as verifying a signature with it.
 */
const maxCachedKeys = 100;
const cachedKeys = new Map<string, KeyObject>();

/** Parses a stored public key, or returns it from the cache. */
export function publicKeyObject(spkiBase64: string): KeyObject {
  const cached = cachedKeys.get(spkiBase64);
  if (cached) return cached;
  const key = createPublicKey({ key: Buffer.from(spkiBase64, 'base64'), format: 'der', type: 'spki' });
  const [oldest] = cachedKeys.keys();
  if (oldest !== undefined && cachedKeys.size >= maxCachedKeys) cachedKeys.delete(oldest);
  cachedKeys.set(spkiBase64, key);
  return key;
}

/** Whether a DER signature (ECDSA P-256 over SHA-256) matches the message. Also false for a malformed signature. */
export function verifyDer(key: KeyObject, message: Uint8Array | string, signature: Buffer): boolean {
  try {
    return verify('sha256', Buffer.from(message), { key, dsaEncoding: 'der' }, signature);
  } catch {
    return false;
  }
}
