import { timestamp } from '../../ground/time/clock.ts';
import type { ApiKey } from '../../identity/api-key.ts';
import type { Organization } from '../../identity/organization.ts';
import type { NewMail } from '../../journal/rows/mail-writes.ts';
import { nameInMail } from '../../journal/rows/name-in-mail.ts';

/** Tells the owners that a key has rotated itself. Only they know whether one of their systems did it. */
export function rotationMail(
  organization: Organization,
  predecessor: ApiKey,
  successor: ApiKey,
): Pick<NewMail, 'organizationId' | 'to' | 'subject' | 'text'> {
  const { organizationId } = organization;
  const name = nameInMail(organization);
  return {
    organizationId,
    to: { roles: ['owner'] },
    subject: `An API key of ${name} was rotated by itself`,
    text: [
      `The key “${predecessor.name}” (${predecessor.id}) of ${name} has registered a successor, ${successor.id}, which can do what it could.`,
      `The old key works until ${timestamp(predecessor.expiresAt)}.`,
      `If none of your systems did this, somebody else holds the key: revoke ${predecessor.id}, which revokes the successor too, and issue another.`,
    ].join('\n\n'),
  };
}
