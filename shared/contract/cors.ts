import { responseHeaders } from './response-headers.ts';

/**
 * What a browser may send and read from another origin. Any origin is allowed, because a call is authorized by its
 * signature or bearer token, never by a cookie. API Gateway answers preflight requests itself, and so does the local
 * gateway.
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
  /** The documented headers, and `Allow`, which is sent in answer to a wrong method. */
  responseHeaders: ['allow', ...Object.keys(responseHeaders).map((name) => name.toLowerCase())],
  /** How long a browser may cache the answer. */
  maxAgeSeconds: 3_600,
} as const;
