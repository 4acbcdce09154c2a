import * as z from 'zod';
import { joinOrganization } from '../../shared/access/members/join-organization.ts';
import { MemberView } from '../../shared/access/team/present-member.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { noAccess } from '../../shared/ground/errors/no-access.ts';

export const endpoint = defineEndpoint({
  operation: 'joinOrganization',
  summary: 'Accept an invitation',
  description:
    'Uses up the invitation. A token that is wrong, used, revoked or expired is `FORBIDDEN`, as is an ' +
    'organization that does not exist. White space around the token is ignored.',
  method: 'POST',
  path: '/organizations/{orgId}/members/join',
  callers: ['session'],
  permission: 'join',
  audit: 'member.join',
  body: z
    .strictObject({ token: z.string().trim().min(1).max(128).meta({ description: 'The token of the invitation.' }) })
    .meta({ id: 'JoinOrganization', description: 'The invitation to accept.' }),
  responses: { 201: { description: 'Your membership.', schema: MemberView } },
  handle: async ({ body, caller, parameters: { orgId: organizationId }, runtime, execution }) => {
    if (caller.kind !== 'session') throw noAccess();
    const { userId } = caller.person;
    return joinOrganization(runtime, organizationId, { userId, token: body.token }, execution);
  },
});
