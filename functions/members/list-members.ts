import * as z from 'zod';
import { listMembers } from '../../shared/access/members/list-members.ts';
import { InvitationView, MemberView } from '../../shared/access/team/present-member.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { rowsOf } from '../../shared/contract/fields.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'listMembers',
  summary: 'List members and open invitations',
  description:
    'The complete list, longest membership first. An organization has at most 200 members and 50 open invitations.',
  method: 'GET',
  path: '/organizations/{orgId}/members',
  callers: ['session'],
  permission: 'read',
  responses: {
    200: {
      description: 'The members.',
      schema: z.object({
        data: rowsOf(MemberView),
        invitations: z
          .array(InvitationView)
          .meta({ description: 'Open invitations only. Used, revoked and expired invitations are not listed.' }),
      }),
    },
  },
  handle: async ({ organization: { organizationId }, runtime }) =>
    reply(200, await listMembers(runtime, organizationId)),
});
