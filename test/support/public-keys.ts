import { generateKeyPairSync, type KeyObject } from 'node:crypto';

/** PEM of a new public key. */
export function newPublicKey(): string {
  return newKeyPair().publicKey;
}

/** A new key pair, as a client makes one: the public key is PEM, the form in which it is registered. */
export function newKeyPair(): { readonly publicKey: string; readonly privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { publicKey: publicKey.export({ format: 'pem', type: 'spki' }) as string, privateKey };
}
