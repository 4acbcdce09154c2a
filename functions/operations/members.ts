import * as z from 'zod';
import { EmailAddress, UserId } from '../../shared/contract/fields/people.ts';
import { Id, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { linkDispositions } from '../../shared/identity/link-disposition.ts';
import { roles } from '../../shared/identity/roles.ts';
import { keyDispositions } from '../../shared/journal/rows/audit-event.ts';
import { putMember } from '../../shared/operations/put-member.ts';

/**
 * For an organization in which nobody is left who could invite a member, such as one whose sole owner can no longer
 * sign in.
 */
export const operation = defineOperation({
  name: 'members',
  summary: 'Add or replace a member when nobody in the organization can',
  audit: 'member.put',
  input: z
    .strictObject({
      organizationId: Id,
      userId: UserId,
      email: EmailAddress,
      role: z.enum(roles),
      // Earlier releases accepted first owners under ids that are not user ids.
      replaces: label(128).optional().meta({ description: 'User id of a member to remove in the same transaction.' }),
      keys: z
        .enum(keyDispositions)
        .optional()
        .meta({ description: 'What happens to the keys of the removed member. Required if any of them is usable.' }),
      links: z
        .enum(linkDispositions)
        .optional()
        .meta({ description: 'Keeps the open payout links of the removed member. By default they are canceled.' }),
      reason: label(500).meta({ description: 'Who requested this and how they were identified; logged.' }),
    })
    .refine(({ userId, replaces }) => userId !== replaces, { path: ['replaces'], error: 'is the new member' }),
  uses: ['sealing'],
  handle: (call) => {
    const { organizationId, reason, ...request } = call.input;
    call.runtime.log.info('a member is put', { organizationId, reason, actorUserId: call.actorUserId });
    return putMember(call, request);
  },
});
