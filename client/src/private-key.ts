import { fromBase64 } from './bytes.ts';

/** A WebCrypto key, with one type for Node and browsers. */
export type SigningKey = Parameters<typeof crypto.subtle.sign>[1];

const pem = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/;

/** Imports a P-256 private key, which cannot be exported again. Throws TypeError for anything else. */
export async function importPrivateKey(privateKey: string | SigningKey): Promise<SigningKey> {
  if (typeof privateKey !== 'string') return privateKey;
  try {
    const pkcs8 = fromBase64(base64Of(privateKey) ?? '');
    return await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  } catch (cause) {
    throw new TypeError('apiKey.privateKey is not a P-256 private key in PKCS#8.', { cause });
  }
}

/**
 * What the private key should have been, if it is not a PKCS#8 PEM; undefined if it is. Never quotes the text, which
 * may be a key.
 */
export function pemFault(privateKey: string): string | undefined {
  if (base64Of(privateKey)) return undefined;
  const wanted = 'a PKCS#8 PEM, beginning with -----BEGIN PRIVATE KEY-----';
  const [, label] = /-----BEGIN ([A-Z ]+)-----/.exec(privateKey) ?? [];
  if (label?.endsWith(' PRIVATE KEY')) return `${wanted}. Convert it: openssl pkcs8 -topk8 -nocrypt -in key.pem`;
  if (label) return `${wanted}, not a ${label}`;
  // Base64 contains no dot, and a key in base64 begins with M.
  return /^[./~]|\.\w+$/.test(privateKey) ? `${wanted}, not a path: pass what the file holds` : wanted;
}

function base64Of(privateKey: string): string | undefined {
  // Environment variables often contain a PEM with escaped line ends.
  return pem.exec(privateKey.replaceAll('\\n', '\n'))?.[1];
}
