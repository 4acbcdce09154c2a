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
    "Ends the member's access and their invitations at once, even for requests in progress. Only an owner can " +
    'remove an owner, and the last owner cannot be removed. If the member issued or rotated API keys that are ' +
    'still usable, `keys` must say what happens to them: without it the answer is a `CONFLICT` that names them. ' +
    'Open payout links created by the member, or by keys revoked with them, cannot be claimed from now on and ' +
    'are canceled within a minute, unless `links` keeps them.',
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
          'What happens to the keys that the member issued or rotated, and to their successors: `revoke` ends them at ' +
          'once, together with the approvals they requested; `keep` leaves them unchanged.',
      }),
    links: z
      .enum(linkDispositions)
      .optional()
      .meta({
        description:
          'With `keep`, open payout links created by the member and by the revoked keys stay open: they can still be ' +
          'claimed, canceled one by one, or expire. Without it, they are canceled.',
      }),
  }),
  responses: { 200: { description: 'The member before removal.', schema: MemberView } },
  errors: ['CONFLICT', 'NOT_FOUND'],
  uses: ['sealing'],
  handle: ({ query: { keys, links }, caller, parameters: { userId }, organization, runtime, execution }) =>
    removeMember(runtime, organization, memberOf(caller), { userId, keys, links }, execution),
});
