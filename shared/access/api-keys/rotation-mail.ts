import { timestamp } from '../../ground/time/clock.ts';
import type { ApiKey } from '../../identity/api-key.ts';
import type { Organization } from '../../identity/organization.ts';
import type { NewMail } from '../../journal/rows/mail-writes.ts';
import { nameInMail } from '../../journal/rows/name-in-mail.ts';

/** Notifies the owners that a key has rotated itself. Only they know whether one of their systems did it. */
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
    subject: `An API key of ${name} has rotated itself`,
    text: [
      `The key “${predecessor.name}” (${predecessor.id}) of ${name} has registered a successor, ${successor.id}, with the same permissions.`,
      `The old key works until ${timestamp(predecessor.expiresAt)}.`,
      `If none of your systems did this, someone else has the key. Revoke ${predecessor.id}, which also revokes the successor, and issue a new key.`,
    ].join('\n\n'),
  };
}
