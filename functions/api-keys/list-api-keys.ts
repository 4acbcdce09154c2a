import * as z from 'zod';
import { listApiKeys } from '../../shared/access/api-keys/list-api-keys.ts';
import { ApiKeyView } from '../../shared/access/api-keys/present-api-key.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, limitParameter, NextCursor, rowsOf } from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'listApiKeys',
  summary: 'List API keys',
  description: 'Newest first; those that were revoked or have expired too.',
  method: 'GET',
  path: '/organizations/{orgId}/api-keys',
  callers: ['session'],
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({ cursor: CursorParameter.optional(), limit: limitParameter(100, 50) }),
  responses: {
    200: {
      description: 'A page of keys.',
      schema: z.object({ data: rowsOf(ApiKeyView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: [],
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listApiKeys(runtime, organizationId, query)),
});
