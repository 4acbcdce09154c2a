import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { string } from 'dynamodb-toolbox/schema/string';
import { read } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { roles } from '../../identity/roles.ts';
import type { DueKey } from '../due/due-work.ts';

/**
 * Mail that waits to be sent, beside a due row of kind `mails`; removed once it was sent. Written in the commit of the
 * change that it reports, so that neither exists without the other. Only its worker changes it.
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
    /** Sealed, bound to the mail's id: it may hold a secret. */
    sealedText: string(),
    /** Who has been sent the mail already, where it could not be sent to everybody at once. */
    sentTo: list(string()).optional(),
    /** Who else should have it, where the latest attempt found that the mailer refuses each of them. */
    refused: list(string()).optional(),
  }),
  computeKey: ({ organizationId, mailId }: { organizationId: string; mailId: string }) => ({
    pk: `MAIL#${organizationId}`,
    sk: mailId,
  }),
});

export type StoredMail = FormattedItem<typeof MailEntity>;

type MailKey = Pick<StoredMail, 'organizationId' | 'mailId'>;

export function mailRead({ organizationId, mailId }: MailKey) {
  return read(MailEntity, { organizationId, mailId });
}

/** The due row of a mail. */
export function mailWork({ organizationId, mailId }: MailKey): DueKey {
  return { organizationId, kind: 'mails', resourceId: mailId };
}
