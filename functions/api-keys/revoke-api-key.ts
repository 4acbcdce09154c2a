import { ApiKeyView } from '../../shared/api-keys/present-api-key.ts';
import { keyReads, revokeApiKey } from '../../shared/api-keys/revoke-api-key.ts';
import { defineEndpoint } from '../../shared/http/endpoint.ts';
import { decideAndCommit, replyOf } from '../../shared/journal/decide.ts';
import { serve } from '../../shared/runtime/serve.ts';

export const endpoint = defineEndpoint({
  operation: 'revokeApiKey',
  summary: 'Revoke an API key',
  description:
    'Ends the key at once, for requests under way too; revoking it again answers the same. Keys that it was rotated to live on: the list names them by `rotatedFrom`.',
  method: 'DELETE',
  path: '/organizations/{orgId}/api-keys/{id}',
  callers: ['session'],
  permission: 'keys.manage',
  rateClass: 'standard',
  idempotency: 'optional',
  audit: 'api_key.revoke',
  responses: { 200: { description: 'The key, revoked.', schema: ApiKeyView } },
  errors: ['NOT_FOUND'],
  tableAccess: 'write',
  handle: async ({ parameters: { id }, organization: { organizationId }, runtime, execution }) => {
    const reads = keyReads(organizationId, id);
    return replyOf(await decideAndCommit(runtime, { organizationId, reads, decide: revokeApiKey }, execution));
  },
});

export const handler = serve(endpoint);
