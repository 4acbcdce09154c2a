import { fromBase64, toBase64, utf8 } from './bytes.ts';
import { derSignature } from './der.ts';
import { headerValue, type KeyOptions, type Signer, type Stamp } from './options.ts';
import { importPrivateKey } from './private-key.ts';

/**
 * Returns the signer of a key, which is created at the first call and cached. Rejects with TypeError if a private key
 * is not a P-256 key.
 */
export function createSigner(apiKey: KeyOptions['apiKey']): () => Promise<Signer> {
  if (apiKey.sign) return async () => (text) => apiKey.sign(text);
  let signer: Promise<Signer> | undefined;
  return () => {
    signer ??= importPrivateKey(apiKey.privateKey).then((key) => async (text) => {
      return new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, utf8(text)));
    });
    return signer;
  };
}

/**
 * The header that carries the signature of a text, as DER in base64 (specification, Authentication, Challenge flow,
 * step 2), or the stamp of a custody provider. Throws if the signer fails or returns something else.
 */
export async function signatureHeader(signer: Signer, text: string): Promise<Record<string, string>> {
  const given = await signer(text);
  const stamp = (given as Stamp | undefined)?.stampHeaderValue;
  if (stamp && headerValue.test(stamp)) return { 'x-stamp': stamp };
  const bytes = typeof given === 'string' ? fromBase64(given) : new Uint8Array(given as Uint8Array);
  const der = bytes.length === 64 ? derSignature(bytes) : bytes;
  // DER is a SEQUENCE whose length is in its second byte.
  if (der[0] !== 0x30 || der[1] !== der.length - 2) throw new TypeError('a signature must be DER, 64 bytes or a stamp');
  return { 'x-svc-signature': toBase64(der) };
}
