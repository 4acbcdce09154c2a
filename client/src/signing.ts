import { sha256Hex, toBase64, utf8 } from './bytes.ts';
import { derSignature } from './der.ts';
import type { SigningKey } from './private-key.ts';

/** The fields that every signature covers first, in this order (specification, Authentication, Direct flow). */
export interface SignedFields {
  readonly keyId: string;
  readonly method: string;
  /** Full path with the API prefix and the query string, as sent. */
  readonly path: string;
  readonly body: string;
  readonly idempotencyKey: string | undefined;
}

/** The first five fields of the canonical string, each ended by a newline. They are the same on every attempt. */
export async function canonicalPrefix({ keyId, method, path, body, idempotencyKey }: SignedFields): Promise<string> {
  return `${[keyId, method, path, await sha256Hex(utf8(body)), idempotencyKey ?? ''].join('\n')}\n`;
}

/** ECDSA P-256 over SHA-256 of the text's UTF-8 bytes: DER in base64. */
export async function sign(text: string, key: SigningKey): Promise<string> {
  const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, utf8(text));
  return toBase64(derSignature(new Uint8Array(raw)));
}
