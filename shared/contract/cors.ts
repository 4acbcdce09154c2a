/**
 * What a browser may send and read from another origin. Any origin is allowed, because a call is authorized by its
 * signature or bearer token, never by a cookie. API Gateway answers the preflight itself; the local gateway does
 * likewise.
 */
export const cors = {
  origins: ['*'],
  methods: ['GET', 'POST', 'PATCH', 'DELETE'],
  requestHeaders: [
    'authorization',
    'content-type',
    'idempotency-key',
    'x-allow-duplicate',
    'x-api-key',
    'x-stamp',
    'x-svc-nonce',
    'x-svc-request-id',
    'x-svc-signature',
    'x-svc-timestamp',
  ],
  responseHeaders: ['allow', 'idempotency-replayed', 'ratelimit', 'ratelimit-policy', 'retry-after', 'x-request-id'],
  /** How long a browser may remember the answer. */
  maxAgeSeconds: 3_600,
} as const;
