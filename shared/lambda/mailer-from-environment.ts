import { createSesMailer } from '../adapters/ses-mailer.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Runtime } from '../ports/runtime.ts';

/**
 * The mailer of a stage: SES, or none where `MAIL_FROM` names no sender. Mail is then dropped with a line in the log.
 */
export function mailerFromEnvironment({ log }: Pick<Runtime, 'log'>): Mailer {
  const from = process.env.MAIL_FROM;
  if (from) return createSesMailer(from);
  return { send: async (_mail, key) => log.warn('mail not sent: no sender address', { mail: key }) };
}
