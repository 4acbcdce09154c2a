import { ApiKeyView } from '../../shared/access/api-keys/present-api-key.ts';
import { revokeKey } from '../../shared/approvals/revoke-key.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';

export const endpoint = defineEndpoint({
  operation: 'revokeApiKey',
  summary: 'Revoke an API key',
  description:
    'Ends the key and the keys that it was rotated to at once, for requests under way too; revoking it again answers the same. ' +
    'Approvals that they asked for and that are not executed yet become `failed` with `UNAUTHORIZED`, at once or, where they are ' +
    'many, within a minute; none is executed meanwhile. The expiry of a key, by rotation too, leaves them to their approvers. ' +
    'Payouts that they sent go on.',
  method: 'DELETE',
  path: '/organizations/{orgId}/api-keys/{id}',
  callers: ['session'],
  permission: 'keys.manage',
  audit: 'api_key.revoke',
  responses: { 200: { description: 'The key, revoked.', schema: ApiKeyView } },
  errors: ['NOT_FOUND'],
  handle: ({ parameters: { id }, organization: { organizationId }, runtime, execution }) =>
    revokeKey(runtime, { organizationId, id }, execution),
});
