import type { AnyEndpoint } from '../contract/endpoint.ts';
import type { OpenApiDocument } from './types.ts';

/** The headers that authenticate a call (specification, Authentication; design, custody provider's stamp). */
export const securitySchemes: OpenApiDocument['components']['securitySchemes'] = {
  ApiKey: header('X-Api-Key', 'The key id, `akid_live_…` or `akid_test_…`. On its own it authorizes nothing.'),
  Signature: header('X-Svc-Signature', 'ECDSA P-256 over SHA-256, DER, base64.'),
  Timestamp: header('X-Svc-Timestamp', 'The signed Unix seconds, within 5 minutes of our clock.'),
  Nonce: header('X-Svc-Nonce', 'The signed nonce: any unique string, used once.'),
  ChallengeId: header('X-Svc-Request-Id', '`requestId` of the challenge whose `payloadToSign` was signed.'),
  Stamp: header(
    'X-Stamp',
    'The stamp of a key-custody provider over the same text, instead of X-Svc-Signature: base64url JSON `{ publicKey, scheme, signature }`.',
  ),
  Session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The access token of a dashboard session. The person’s permissions come from their membership, not from the token.',
  },
};

/** The ways to authenticate one endpoint; each entry lists the headers sent together. */
export function securityOf(endpoint: AnyEndpoint): Record<string, string[]>[] {
  const ways: Record<string, string[]>[] = [];
  if (endpoint.callers.includes('key')) {
    ways.push(
      { ApiKey: [], Signature: [], Timestamp: [], Nonce: [] },
      { ApiKey: [], Signature: [], ChallengeId: [] },
      { ApiKey: [], Stamp: [], Timestamp: [], Nonce: [] },
      { ApiKey: [], Stamp: [], ChallengeId: [] },
    );
  }
  if (endpoint.callers.includes('session')) ways.push({ Session: [] });
  // An empty entry: no authentication needed.
  if (endpoint.callers.includes('public')) ways.push({});
  return ways;
}

function header(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description } as const;
}
