import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { roles } from '../../identity/roles.ts';
import type { DueKey } from '../due/due-work.ts';

/**
 * Mail that waits to be sent, together with a due row of kind `mails`. It is written in the commit of the change that
 * it reports, so that neither exists without the other. Only its worker changes it, and removes it once it has been
 * sent.
 */
export const MailEntity = new Entity({
  name: 'mail',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    mailId: string().key(),
    /** Addresses, and the roles whose members get the mail. */
    addresses: list(string()).optional(),
    roles: list(oneOf(...roles)).optional(),
    subject: string(),
    /** Sealed and bound to the mail's id, because it may contain a secret. */
    sealedText: string(),
    /** The recipients to whom the mail has been sent, if it could not be sent to everyone at once. */
    sentTo: list(string()).optional(),
    /** The remaining recipients, if the latest attempt found that the mailer refuses each of them. */
    refused: list(string()).optional(),
  }),
  computeKey: ({ organizationId, mailId }: { organizationId: string; mailId: string }) => ({
    pk: `MAIL#${organizationId}`,
    sk: mailId,
  }),
});

export type StoredMail = FormattedItem<typeof MailEntity>;

type MailKey = Pick<StoredMail, 'organizationId' | 'mailId'>;

export function mailRef({ organizationId, mailId }: MailKey) {
  return refTo(MailEntity, { organizationId, mailId });
}

/** The due row of a mail. */
export function mailWork({ organizationId, mailId }: MailKey): DueKey {
  return { organizationId, kind: 'mails', resourceId: mailId };
}
