import { randomUUID } from 'node:crypto';
import { dueRef } from '../../../shared/journal/due/due-work.ts';
import { hintOf } from '../../../shared/journal/due/hint-due-work.ts';
import { mailRef, mailWork } from '../../../shared/journal/rows/mail-entity.ts';
import { mailWrites, type NewMail } from '../../../shared/journal/rows/mail-writes.ts';
import type { Hint } from '../../../shared/ports/hint-queue.ts';
import type { Mail, Mailer } from '../../../shared/ports/mailer.ts';
import type { TestService } from '../../support/service.ts';

export const subject = 'A subject';
export const text = 'The secret is 42.';

/** Keeps what it is given, as people would. */
export class TestMailer implements Mailer {
  readonly sent: (Mail & { readonly key: string })[] = [];
  /** Acts before each mail; may throw. */
  before: (mail: Mail) => void = () => {};

  async send(mail: Mail, key: string): Promise<void> {
    this.before(mail);
    this.sent.push({ ...mail, key });
  }

  /** Whom mail went to, sorted. */
  get reached(): string[] {
    return this.sent.map(({ to }) => to).sort();
  }
}

type MailKey = Pick<NewMail, 'organizationId' | 'mailId'>;

/** Commits a mail by itself; resolves to its key and its hint. */
export async function askForMail(
  { runtime, clock }: TestService,
  to: NewMail['to'],
  organizationId = `org-${randomUUID()}`,
): Promise<{ readonly key: MailKey; readonly hint: Hint }> {
  const key = { organizationId, mailId: runtime.ids.next('mail', clock.now) };
  const sealingKeys = await runtime.secrets.sealingKeys();
  await runtime.store.transact(mailWrites({ ...key, to, subject, text }, sealingKeys, clock.now), runtime.ids.token());
  const work = await runtime.store.get(dueRef(mailWork(key)));
  if (!work) throw new Error('the mail is not due');
  return { key, hint: hintOf(work) };
}

/** What is left of a mail: its row and its due row. */
export async function leftOf({ runtime: { store } }: TestService, key: MailKey) {
  const [mail, work] = await Promise.all([store.get(mailRef(key)), store.get(dueRef(mailWork(key)))]);
  return { mail, work };
}
