import * as z from 'zod';
import { EmailAddress } from '../../contract/fields/people.ts';
import { Instant } from '../../contract/fields.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Member } from '../../identity/member.ts';
import { roles } from '../../identity/roles.ts';
import type { Invitation } from './team.ts';

const RoleName = z.enum(roles).meta({ description: 'The role of the person.' });

export const NewInvitation = z
  .strictObject({ email: EmailAddress, role: RoleName })
  .meta({ id: 'NewInvitation', description: 'The person to invite, and their role.' });

export const RoleChange = z
  .strictObject({ role: RoleName })
  .meta({ id: 'RoleChange', description: 'The new role of the member.' });

export const MemberView = z
  .object({
    userId: z.string().meta({ description: 'The subject reported by the identity provider.' }),
    email: z.string().meta({ description: 'The address that was invited.' }),
    role: RoleName,
    createdAt: Instant,
  })
  .meta({ id: 'Member', description: 'A person of the organization.' });

export const InvitationView = z
  .object({
    invitationId: z.string().meta({ description: 'The id to use when revoking the invitation.' }),
    email: z.string().meta({ description: 'The email address of the invited person.' }),
    role: RoleName,
    invitedBy: z.string().meta({ description: 'The `userId` of the member who created the invitation.' }),
    expiresAt: Instant,
  })
  .meta({ id: 'Invitation', description: 'An invitation that has not been used yet.' });

export const IssuedInvitationView = InvitationView.extend({
  token: z.string().meta({ description: 'Secret, shown once: anyone who has it can join as a member.' }),
}).meta({ id: 'IssuedInvitation', description: 'An invitation with its secret.' });

export type MemberBody = z.infer<typeof MemberView>;
export type InvitationBody = z.infer<typeof InvitationView>;
export type IssuedInvitationBody = z.infer<typeof IssuedInvitationView>;

export function presentMember({ userId, email, role, createdAt }: Member): MemberBody {
  return { userId, email, role, createdAt };
}

export function presentInvitation({ invitationId, email, role, invitedBy, expiresAt }: Invitation): InvitationBody {
  return { invitationId, email, role, invitedBy, expiresAt: timestamp(expiresAt) };
}
