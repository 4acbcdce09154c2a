import { type KeyObject, sign } from 'node:crypto';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import { canonicalString, type SignedRequest, sha256Hex } from '../../shared/ground/signatures/canonical.ts';

/** A request before it is signed: every field that a signature covers, as it is sent. */
export interface Unsigned {
  readonly keyId: string;
  readonly method: string;
  /** With the API prefix and the query. */
  readonly target: string;
  readonly body: string;
  readonly idempotencyKey: string;
  readonly timestamp: string;
  readonly nonce: string;
}

/** The string that the direct flow signs. */
export function payloadOf({ body, ...fields }: Unsigned): string {
  const request: SignedRequest = { ...fields, bodyHash: sha256Hex(body) };
  return canonicalString(request);
}

/** Base64 DER, as the headers carry it. */
export function signatureOf(payload: string, privateKey: KeyObject): string {
  return sign('sha256', Buffer.from(payload), privateKey).toString('base64');
}

/** The headers of the direct flow, with a signature that was made elsewhere. */
export function directHeaders(request: Unsigned, signature: Readonly<Record<string, string>>): Record<string, string> {
  return {
    'x-api-key': request.keyId,
    ...(request.idempotencyKey !== '' && { 'idempotency-key': request.idempotencyKey }),
    'x-svc-timestamp': request.timestamp,
    'x-svc-nonce': request.nonce,
    ...signature,
  };
}

export const fundingTarget = (organizationId: string) =>
  `${apiPrefix}/payments/organizations/${organizationId}/sandbox/fund`;
