import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { ApiKey } from '../../../../shared/identity/api-key.ts';

/** A key that somebody can sign with. */
export type HeldKey = Pick<ApiKey, 'id' | 'publicKey'>;

/** Two, so that a key can be rotated to the other one. What a key is made of decides nothing else. */
const pairs = Array.from({ length: 2 }, () => generateKeyPairSync('ec', { namedCurve: 'P-256' }));
const registered = pairs.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'der' }).toString('base64'));

export const firstPublicKey = registered[0] ?? '';

export function privateKeyOf({ publicKey }: Pick<ApiKey, 'publicKey'>): KeyObject {
  return pairs[registered.indexOf(publicKey)]?.privateKey as KeyObject;
}

/** The public half of the pair that a key does not have: PEM, and as a key keeps it. */
export function otherPublicKey({ publicKey }: Pick<ApiKey, 'publicKey'>): { pem: string; kept: string } {
  const other = 1 - registered.indexOf(publicKey);
  const pem = pairs[other]?.publicKey.export({ type: 'spki', format: 'pem' }) as string;
  return { pem, kept: registered[other] ?? '' };
}
