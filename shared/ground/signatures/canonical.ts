import { createHash } from 'node:crypto';

/** The content covered by a signature in the direct flow (specification, Authentication, Direct flow). */
export interface SignedRequest {
  readonly keyId: string;
  readonly method: string;
  /** Full path including the API prefix, and the query as sent. */
  readonly target: string;
  /** Lower-case hexadecimal SHA-256 of the body's bytes. */
  readonly bodyHash: string;
  /** Empty if the request has none. */
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

/**
 * The texts that a signature may cover: the canonical string and, if there is no query, also the one whose path ends
 * with a bare `?`. A caller who sends a bare `?` also signs it, but gateways drop it.
 */
export function signableTexts(canonical: string): readonly string[] {
  const [keyId, method, target = '', ...rest] = canonical.split('\n');
  return target.includes('?') ? [canonical] : [canonical, [keyId, method, `${target}?`, ...rest].join('\n')];
}

export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
