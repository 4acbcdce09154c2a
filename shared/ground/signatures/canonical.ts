import { createHash } from 'node:crypto';

/** What a signature of the direct flow covers (specification, Authentication, Direct flow). */
export interface SignedRequest {
  readonly keyId: string;
  readonly method: string;
  /** Full path including the API prefix, and the query as sent. */
  readonly target: string;
  /** Lower-case hexadecimal SHA-256 of the body's bytes. */
  readonly bodyHash: string;
  /** Empty when the request has none. */
  readonly idempotencyKey: string;
  /** Unix seconds, as sent. */
  readonly timestamp: string;
  readonly nonce: string;
}

/** The seven fields joined by newlines, in the specification's order. */
export function canonicalString(request: SignedRequest): string {
  const { keyId, method, target, bodyHash, idempotencyKey, timestamp, nonce } = request;
  return [keyId, method, target, bodyHash, idempotencyKey, timestamp, nonce].join('\n');
}

export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
