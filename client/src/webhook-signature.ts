import { fromBase64 } from './bytes.ts';

/** Imports the key in a secret `whsec_…`, for one use. Throws TypeError if the secret is not base64. */
export async function importSecret(secret: string, use: 'sign' | 'verify') {
  const bytes = decode(secret?.replace(/^whsec_/, ''));
  if (!bytes?.length) throw new TypeError('secret must be base64 behind whsec_.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

/** The content that the signature of a delivery covers: `id.timestamp.body`. */
export function signedContent(id: string, timestamp: string, body: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  return new Blob([`${id}.${timestamp}.`, body]).arrayBuffer();
}

/** Decodes base64. Returns undefined for anything else. */
export function decode(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return fromBase64(base64);
  } catch {
    return undefined;
  }
}
