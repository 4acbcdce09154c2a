import { PolicyView, presentPolicy } from '../../shared/access/organizations/present-policy.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'getPolicy',
  summary: 'Read the policy',
  description: 'Features, caps and approval rules of the organization. A cap that is null is not in force.',
  method: 'GET',
  path: `${P}/policy`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: { 200: { description: 'The policy.', schema: PolicyView } },
  handle: async ({ organization }) => reply(200, presentPolicy(organization)),
});
