import { createSesMailer } from '../adapters/ses-mailer.ts';
import type { PortCapability } from '../ports/wiring/capability.ts';

/** SES, or no mailer if the stage names no sender. Mail is then dropped with a log line. */
export const mail: PortCapability<'mail'> = {
  grants: [{ actions: ['ses:SendEmail'], on: 'mailSender' }],
  environment: { MAIL_FROM: 'mailFrom' },
  ports: ({ environment: { MAIL_FROM }, log }) => ({
    mailer: MAIL_FROM
      ? createSesMailer(MAIL_FROM)
      : { send: async (_mail, key) => log.warn('mail not sent: no sender address', { mail: key }) },
  }),
};
