import * as z from 'zod';
import { issueApiKey } from '../../shared/access/api-keys/issue-api-key.ts';
import { ApiKeyView } from '../../shared/access/api-keys/present-api-key.ts';
import { keyTextFields, refusePrivateKeys } from '../../shared/access/api-keys/registered-key.ts';
import { invitersOf } from '../../shared/access/team/inviters.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { InstantParameter, label } from '../../shared/contract/fields.ts';
import { scopes } from '../../shared/identity/api-key.ts';

/** Far fewer than fit into one table item. */
const maxAllowedIps = 50;

export const endpoint = defineEndpoint({
  operation: 'issueApiKey',
  summary: 'Issue an API key',
  description:
    'Registers the public half of a P-256 key pair. Create the pair on your side and keep the private half ' +
    'there. An organization can have at most 100 usable keys. Only owners and admins can issue keys or grant the ' +
    '`refunds` scope.',
  method: 'POST',
  path: '/organizations/{orgId}/api-keys',
  callers: ['session'],
  permission: 'keys.manage',
  audit: 'api_key.issue',
  refuseEarly: refusePrivateKeys,
  body: z
    .strictObject({
      name: label(140).meta({ description: 'A name to tell your keys apart, at most 140 characters.' }),
      ...keyTextFields,
      scopes: z
        .array(z.enum(scopes))
        .max(scopes.length)
        .refine((granted) => granted.includes('read'), 'must include read, which every key needs')
        .refine((granted) => new Set(granted).size === granted.length, 'names a scope more than once')
        .meta({
          description: '`read`, plus the other scopes of the key. List each scope once.',
          examples: [['read', 'write']],
        }),
      allowedIps: z.array(z.string().max(64)).max(maxAllowedIps).optional().meta({
        description: 'IP addresses or CIDR ranges that may use the key. If absent or empty, any address may use it.',
      }),
      expiresAt: InstantParameter.optional().meta({
        description: 'ISO 8601 with a time zone, at most two years from now. Defaults to one year from now.',
      }),
    })
    .meta({ id: 'IssueApiKey', description: 'A public key, its scopes, its allowed addresses and its lifetime.' }),
  responses: { 201: { description: 'The key. Send its `id` in `X-Api-Key`.', schema: ApiKeyView } },
  errors: ['BAD_REQUEST'],
  handle: async ({ body, caller, organization: { organizationId }, runtime, execution }) => {
    const member = memberOf(caller);
    const inviters = await invitersOf(runtime.store, member);
    return issueApiKey(runtime, { ...body, organizationId, issuedBy: member.userId, inviters }, execution);
  },
});
