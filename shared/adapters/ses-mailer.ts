import type { SESv2Client, SESv2ClientConfig } from '@aws-sdk/client-sesv2';
import type { Mailer } from '../ports/mailer.ts';

/** Two attempts end within the time that the worker leaves for those under way. */
const limits: SESv2ClientConfig = {
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000 },
  maxAttempts: 2,
};
const Charset = 'UTF-8';

/**
 * Mail by SES, which knows no keys: a mail whose answer was lost is sent again.
 *
 * @param from an address that is verified in SES, by itself or by its domain
 * @param config where SES is not reached as Lambda does
 */
export function createSesMailer(from: string, config: SESv2ClientConfig = {}): Mailer {
  let client: SESv2Client | undefined;
  return {
    async send({ to, subject, text }) {
      // Loaded with the first mail: the one-machine stack reads this file and sends none.
      const { SESv2Client: Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2');
      client ??= new Client({ ...limits, ...config });
      const Body = { Text: { Data: text, Charset } };
      await client.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          Destination: { ToAddresses: [to] },
          Content: { Simple: { Subject: { Data: subject, Charset }, Body } },
        }),
      );
    },
  };
}
