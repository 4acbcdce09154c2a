import * as z from 'zod';
import { ApiKeyView } from '../../shared/access/api-keys/present-api-key.ts';
import { revokeApiKey } from '../../shared/approvals/revoke-api-key.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { linkDispositions } from '../../shared/identity/link-disposition.ts';

export const endpoint = defineEndpoint({
  operation: 'revokeApiKey',
  summary: 'Revoke an API key',
  description:
    'Ends the key and the keys that it was rotated to at once, for requests under way too; revoking it again answers the same. ' +
    'Approvals that they asked for and that are not executed yet become `failed` with `UNAUTHORIZED`, at once or, where they are ' +
    'many, within a minute; none is executed meanwhile. The expiry of a key, by rotation too, leaves them to their approvers. ' +
    'Payouts that they sent go on. The open payout links that they made are canceled within a minute, and cannot be claimed ' +
    'meanwhile, unless `links` keeps them. A key that was revoked before stays as it is, and so do its links.',
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
          'With `keep`, open payout links that the keys have made stay open. They can still be claimed, ' +
          'canceled one by one, and expire. Without it, they are canceled.',
      }),
  }),
  responses: { 200: { description: 'The key, revoked.', schema: ApiKeyView } },
  errors: ['NOT_FOUND'],
  handle: ({ parameters: { id }, query: { links }, organization: { organizationId }, runtime, execution }) =>
    revokeApiKey(runtime, { organizationId, id, links }, execution),
});
