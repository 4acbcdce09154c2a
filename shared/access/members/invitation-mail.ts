import { apiPrefix } from '../../contract/endpoint.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Organization } from '../../identity/organization.ts';
import type { NewMail } from '../../journal/rows/mail-writes.ts';
import { nameInMail } from '../../journal/rows/name-in-mail.ts';
import type { Invitation } from '../team/team.ts';

/** The mail that invites a person and explains how to join. */
export function invitationMail(
  organization: Organization,
  { role, expiresAt }: Invitation,
  token: string,
): Pick<NewMail, 'subject' | 'text'> {
  const name = nameInMail(organization);
  return {
    subject: `You are invited to join ${name}`,
    text: [
      `You are invited to join ${name} as ${role}.`,
      `Sign in, then join with this token. It works once, until ${timestamp(expiresAt)}, for anyone who has it: do not share it.`,
      token,
      'To join through the API, use the bearer token of your session:',
      `POST ${apiPrefix}/organizations/${organization.organizationId}/members/join\n${JSON.stringify({ token })}`,
      'If you did not expect this invitation, you can ignore it.',
    ].join('\n\n'),
  };
}
