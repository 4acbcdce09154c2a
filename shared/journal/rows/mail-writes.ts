import { type SealingKeys, seal } from '../../ground/signatures/seal.ts';
import { create, type Write } from '../../ground/table/writes.ts';
import type { Role } from '../../identity/roles.ts';
import { scheduleWork } from '../due/due-work.ts';
import { MailEntity, mailWork } from './mail-entity.ts';

export interface NewMail {
  readonly organizationId: string;
  /** `mail_…`. Created before the decision, so that a repeated decision requests the same mail. */
  readonly mailId: string;
  /** Addresses, or the roles whose holders at the time of sending get the mail. Each recipient gets a separate mail. */
  readonly to: readonly string[] | { readonly roles: readonly Role[]; readonly addresses?: readonly string[] };
  readonly subject: string;
  /** Plain text, which may contain a secret. */
  readonly text: string;
}

/**
 * The writes that request mail, as part of the commit of the change that it reports. Once committed, the mail is sent
 * at least once.
 * @param now milliseconds
 */
export function mailWrites({ to, subject, text, ...key }: NewMail, sealingKeys: SealingKeys, now: number): Write[] {
  const { roles, addresses } = 'roles' in to ? to : { roles: undefined, addresses: to };
  const recipients = { ...(roles && { roles: [...roles] }), ...(addresses && { addresses: [...addresses] }) };
  const mail = {
    ...key,
    ...recipients,
    // A line break in a name must not start another mail header.
    subject: subject.replace(/\s+/g, ' '),
    sealedText: seal(sealingKeys, 'mail', text, key.mailId),
  };
  return [create(MailEntity, mail), scheduleWork(mailWork(mail), now)];
}
