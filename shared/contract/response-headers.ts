/**
 * Response headers in the API description (specification, Endpoints, common rules 3 and 5; Limits, 429 handling). A
 * browser may read each of them from another origin.
 */
export const responseHeaders = {
  'x-request-id': {
    description: 'The id of this request; equals `requestId` in an error and in the audit event.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'Present when the response of an earlier request with the same key is replayed.',
    schema: { type: 'string', enum: ['true'] },
  },
  'x-next-cursor': {
    description: 'The `cursor` for the next rows. Absent if there are no more.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'The number of requests left to the credential in the rate class of the operation, and the seconds until all ' +
      'are available again. Sent with every counted request, including successful ones.',
    schema: { type: 'string', examples: ['"high-volume";r=599;t=30'] },
  },
  'RateLimit-Policy': {
    description:
      'The rate class and its limit: a number of requests in a number of seconds. Sent together with `RateLimit`.',
    schema: { type: 'string', examples: ['"high-volume";q=600;w=60'] },
  },
  'Retry-After': {
    description:
      'Seconds to wait before sending the same request again. Authoritative. Sent with `RATE_LIMITED` and `IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS`.',
    schema: { type: 'integer', minimum: 0 },
  },
};
