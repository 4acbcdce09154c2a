import * as z from 'zod';
import { ApiKeyView } from '../../shared/access/api-keys/present-api-key.ts';
import { revokeApiKey } from '../../shared/approvals/revoke-api-key.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { linkDispositions } from '../../shared/identity/link-disposition.ts';

export const endpoint = defineEndpoint({
  operation: 'revokeApiKey',
  summary: 'Revoke an API key',
  description:
    'Ends the key and all its successors immediately, even for requests in progress. Revoking it again returns ' +
    'the same answer. Approvals that these keys requested and that have not been executed become `failed` with ' +
    '`UNAUTHORIZED`, usually at once and always within a minute; none is executed in the meantime. A key that ' +
    'merely expires, for example after a rotation, leaves its approvals open. Payouts already sent continue. ' +
    'Open payout links created by these keys cannot be claimed from now on and are canceled within a minute, ' +
    'unless `links` keeps them. Revoking a key that is already revoked changes nothing, including its links.',
  method: 'DELETE',
  path: '/organizations/{orgId}/api-keys/{id}',
  callers: ['session'],
  permission: 'keys.manage',
  audit: 'api_key.revoke',
  query: z.strictObject({
    links: z
      .enum(linkDispositions)
      .optional()
      .meta({
        description:
          'With `keep`, open payout links created by these keys stay open: they can still be claimed, canceled one by ' +
          'one, or expire. Without it, they are canceled.',
      }),
  }),
  responses: { 200: { description: 'The revoked key.', schema: ApiKeyView } },
  errors: ['NOT_FOUND'],
  handle: ({ parameters: { id }, query: { links }, organization: { organizationId }, runtime, execution }) =>
    revokeApiKey(runtime, { organizationId, id, links }, execution),
});
