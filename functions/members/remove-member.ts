import * as z from 'zod';
import { removeMember } from '../../shared/access/members/remove-member.ts';
import { MemberView } from '../../shared/access/team/present-member.ts';
import { memberOf } from '../../shared/contract/caller.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { linkDispositions } from '../../shared/identity/link-disposition.ts';
import { keyDispositions } from '../../shared/journal/rows/audit-event.ts';

export const endpoint = defineEndpoint({
  operation: 'removeMember',
  summary: 'Remove a member, or leave',
  description:
    'Access ends at once, for requests under way too, and so do the invitations that they made. Only an owner removes an ' +
    'owner, and the last owner stays. Where they issued or rotated API keys that can be used, `keys` has to say what becomes of ' +
    'those: without it the answer is a `CONFLICT` that names them. The open payout links that they made, and those of keys that ' +
    'are revoked with them, are canceled within a minute, and cannot be claimed meanwhile, unless `links` keeps them.',
  method: 'DELETE',
  path: '/organizations/{orgId}/members/{userId}',
  callers: ['session'],
  permission: 'members.manage',
  ownParameter: 'userId',
  audit: 'member.remove',
  query: z.strictObject({
    keys: z
      .enum(keyDispositions)
      .optional()
      .meta({
        description:
          'Of the keys that they issued or rotated, and those that such keys were rotated to: `revoke` ends them at once with the ' +
          'approvals that they asked for, `keep` leaves them as they are.',
      }),
    links: z
      .enum(linkDispositions)
      .optional()
      .meta({
        description:
          'With `keep`, open payout links that the member and the revoked keys have made stay open. They can still be claimed, ' +
          'canceled one by one, and expire. Without it, they are canceled.',
      }),
  }),
  responses: { 200: { description: 'The member as they were.', schema: MemberView } },
  errors: ['CONFLICT', 'NOT_FOUND'],
  uses: ['sealing'],
  handle: ({ query: { keys, links }, caller, parameters: { userId }, organization, runtime, execution }) =>
    removeMember(runtime, organization, memberOf(caller), { userId, keys, links }, execution),
});
