import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { IdempotencyKey } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';
import { getIdempotencyKey, IdempotencyKeyView } from '../../shared/records/idempotency/get-idempotency-key.ts';

export const endpoint = defineEndpoint({
  operation: 'getIdempotencyKey',
  summary: 'Look up an idempotency key',
  description:
    'For callers that lost the answer to a request. The answer itself is not shown: to get it, send the same ' +
    'request with the same key. `NOT_FOUND` means that nothing was done under the key: either it was never used, ' +
    'or its request was refused, which frees the key.',
  method: 'GET',
  path: `${P}/idempotency-keys`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  query: z.strictObject({ key: IdempotencyKey.meta({ description: 'The `Idempotency-Key` that was sent.' }) }),
  responses: { 200: { description: 'What the service knows about the key.', schema: IdempotencyKeyView } },
  errors: ['NOT_FOUND'],
  handle: async ({ query: { key }, organization: { organizationId }, runtime }) =>
    reply(200, await getIdempotencyKey(runtime, organizationId, key)),
});
