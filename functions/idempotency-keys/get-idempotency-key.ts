import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { IdempotencyKey } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { getIdempotencyKey, IdempotencyKeyView } from '../../shared/records/idempotency/get-idempotency-key.ts';

export const endpoint = defineEndpoint({
  operation: 'getIdempotencyKey',
  summary: 'Read what was done under an idempotency key',
  description:
    'For a caller who lost the answer. It never shows the answer itself: send the same request with the same key for that. `NOT_FOUND` says that nothing was done under the key: it was never used, or its request was refused, which frees it.',
  method: 'GET',
  path: `${P}/idempotency-keys`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  query: z.strictObject({ key: IdempotencyKey.meta({ description: 'The `Idempotency-Key` that was sent.' }) }),
  responses: { 200: { description: 'What is known of the key.', schema: IdempotencyKeyView } },
  errors: ['NOT_FOUND'],
  handle: async ({ query: { key }, organization: { organizationId }, runtime }) =>
    reply(200, await getIdempotencyKey(runtime, organizationId, key)),
});
