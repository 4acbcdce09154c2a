import * as z from 'zod';
import { EmailAddress, UserId } from '../../shared/contract/fields/people.ts';
import { Id, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { linkDispositions } from '../../shared/identity/link-disposition.ts';
import { roles } from '../../shared/identity/roles.ts';
import { keyDispositions } from '../../shared/journal/rows/audit-event.ts';
import { putMember } from '../../shared/operations/put-member.ts';

/** The way out where nobody is left who could invite: a sole owner who cannot sign in any more. */
export const operation = defineOperation({
  name: 'members',
  summary: 'Add a member, or replace one, where nobody of the organization can',
  audit: 'member.put',
  input: z
    .strictObject({
      organizationId: Id,
      userId: UserId,
      email: EmailAddress,
      role: z.enum(roles),
      // A release before this one took first owners under ids that are no user ids.
      replaces: label(128).optional().meta({ description: 'User id of a member who is removed in the same commit.' }),
      keys: z
        .enum(keyDispositions)
        .optional()
        .meta({ description: 'What becomes of the keys of who is removed; has to be said where they can be used.' }),
      links: z
        .enum(linkDispositions)
        .optional()
        .meta({ description: 'Keeps the open payout links of who is removed; unless it is said, they are canceled.' }),
      reason: label(500).meta({ description: 'Who asked for it and how they were known; in the log.' }),
    })
    .refine(({ userId, replaces }) => userId !== replaces, { path: ['replaces'], error: 'is the new member' }),
  uses: ['sealing'],
  handle: (call) => {
    const { organizationId, reason, ...request } = call.input;
    call.runtime.log.info('a member is put', { organizationId, reason, actorUserId: call.actorUserId });
    return putMember(call, request);
  },
});
