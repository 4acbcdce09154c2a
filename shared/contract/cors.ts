import { responseHeaders } from './response-headers.ts';

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
  /** What the description documents, and `Allow`, which an answer to a wrong method has. */
  responseHeaders: ['allow', ...Object.keys(responseHeaders).map((name) => name.toLowerCase())],
  /** How long a browser may remember the answer. */
  maxAgeSeconds: 3_600,
} as const;
