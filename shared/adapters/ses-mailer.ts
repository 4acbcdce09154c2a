import type { SESv2Client, SESv2ClientConfig } from '@aws-sdk/client-sesv2';
import { boundClient } from '../ground/aws/bound-client.ts';
import type { Mailer } from '../ports/mailer.ts';

/** A mail whose answer was lost may be sent twice, but not more often in one attempt of the worker. */
const maxAttempts = 2;
const Charset = 'UTF-8';
/**
 * SES answers with these when it refuses a recipient: an account in the sandbox, or an address that it does not accept.
 */
const refusals = ['MessageRejected', 'BadRequestException'];

/**
 * Sends mail through SES. SES has no idempotency keys, so a mail whose answer was lost is sent again.
 *
 * @param from an address that is verified in SES, itself or through its domain
 * @param config settings of the client, if SES is reached in another way than from Lambda
 */
export function createSesMailer(from: string, config: SESv2ClientConfig = {}): Mailer {
  let client: SESv2Client | undefined;
  return {
    async send({ to, subject, text }) {
      // Loaded with the first mail: the local stack loads this file but sends no mail through SES.
      const { SESv2Client: Client, SendEmailCommand } = await import('@aws-sdk/client-sesv2');
      client ??= boundClient(new Client({ maxAttempts, ...config }));
      const Body = { Text: { Data: text, Charset } };
      await client.send(
        new SendEmailCommand({
          FromEmailAddress: from,
          Destination: { ToAddresses: [to] },
          Content: { Simple: { Subject: { Data: subject, Charset }, Body } },
        }),
      );
    },
    concernsEveryMail: (failure) => !(failure instanceof Error && refusals.includes(failure.name)),
  };
}
