/**
 * Headers of answers that the API's description has (specification, Endpoints, common rules 3 and 5; Limits, 429 handling).
 * A browser may read each of them from another origin.
 */
export const responseHeaders = {
  'x-request-id': {
    description: 'Id of this request; equals `requestId` of an error and of the audit row.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'Present when the response of an earlier request with the same key is replayed.',
    schema: { type: 'string', enum: ['true'] },
  },
  'x-next-cursor': {
    description: 'The `cursor` that asks for the rows behind these; absent where there are none.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'Requests left to the credential in the class of the operation, and seconds until all are there again. On every answer to a request that was counted, successes too.',
    schema: { type: 'string', examples: ['"high-volume";r=599;t=30'] },
  },
  'RateLimit-Policy': {
    description: 'The class and its limit: requests in so many seconds. Beside `RateLimit`.',
    schema: { type: 'string', examples: ['"high-volume";q=600;w=60'] },
  },
  'Retry-After': {
    description:
      'Seconds to wait before the same request is sent again; authoritative. With `RATE_LIMITED` and `IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS`.',
    schema: { type: 'integer', minimum: 0 },
  },
};
