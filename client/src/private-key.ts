import { fromBase64 } from './bytes.ts';

/** A WebCrypto key, with one type for Node and browsers. */
export type SigningKey = Parameters<typeof crypto.subtle.sign>[1];

const pem = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/;

/** Imports a P-256 private key, which cannot be exported again. Throws TypeError for anything else. */
export async function importPrivateKey(privateKey: string | SigningKey): Promise<SigningKey> {
  if (typeof privateKey !== 'string') return privateKey;
  // Environment variables often contain a PEM with escaped line ends.
  const [, base64] = pem.exec(privateKey.replaceAll('\\n', '\n')) ?? [];
  if (!base64) throw new TypeError(pemAdvice(privateKey));
  try {
    const pkcs8 = fromBase64(base64.replace(/\s/g, ''));
    return await crypto.subtle.importKey('pkcs8', pkcs8, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  } catch (cause) {
    throw new TypeError('apiKey.privateKey is not a P-256 private key in PKCS#8.', { cause });
  }
}

function pemAdvice(privateKey: string): string {
  return privateKey.includes('BEGIN EC PRIVATE KEY')
    ? 'apiKey.privateKey is in SEC 1 form. Convert it: openssl pkcs8 -topk8 -nocrypt -in key.pem'
    : 'apiKey.privateKey must be a PKCS#8 PEM, beginning with -----BEGIN PRIVATE KEY-----.';
}
