import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSesMailer } from '../../../shared/adapters/ses-mailer.ts';
import { mail as mailCapability } from '../../../shared/capabilities/mail.ts';

interface Recorded {
  readonly path: string;
  readonly authorization: string;
  readonly body: unknown;
}

const mail = { to: 'ada@example.com', subject: 'Grüße', text: 'Zeile 1\nZeile 2' };
let server: Server;
let recorded: Recorded[];
let answers: [number, unknown][];

beforeEach(async () => {
  recorded = [];
  answers = [];
  server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    recorded.push({ path, authorization: headers.authorization ?? '', body: JSON.parse(await readText(request)) });
    const [status, body] = answers.shift() ?? [200, { MessageId: 'message-1' }];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function mailer() {
  const { port } = server.address() as AddressInfo;
  return createSesMailer('sluice@example.com', {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
}

describe('SES', () => {
  test('is asked, signed, for one mail to one person as plain text from the sender', async () => {
    await mailer().send(mail, 'mail_1.a');
    expect(recorded).toEqual([
      {
        path: '/v2/email/outbound-emails',
        authorization: expect.stringContaining('/eu-west-1/ses/aws4_request'),
        body: {
          FromEmailAddress: 'sluice@example.com',
          Destination: { ToAddresses: ['ada@example.com'] },
          Content: {
            Simple: {
              Subject: { Data: 'Grüße', Charset: 'UTF-8' },
              Body: { Text: { Data: 'Zeile 1\nZeile 2', Charset: 'UTF-8' } },
            },
          },
        },
      },
    ]);
  });

  test('is asked again when it is busy, and once more only', async () => {
    const busy: [number, unknown] = [429, { __type: 'TooManyRequestsException', message: 'slow down' }];
    answers = [busy];
    await mailer().send(mail, 'mail_1.a');
    expect(recorded).toHaveLength(2);
    answers = [busy, busy];
    await expect(mailer().send(mail, 'mail_1.a')).rejects.toMatchObject({ name: 'TooManyRequestsException' });
    expect(recorded).toHaveLength(4);
  });

  test('refuses with an error of its own name', async () => {
    answers = [[400, { __type: 'MessageRejected', message: 'Email address is not verified.' }]];
    await expect(mailer().send(mail, 'mail_1.a')).rejects.toMatchObject({ name: 'MessageRejected' });
    expect(recorded).toHaveLength(1);
  });
});

test.each([
  [400, 'MessageRejected', false],
  [400, 'BadRequestException', false],
  [400, 'SendingPausedException', true],
  [400, 'AccountSuspendedException', true],
  [400, 'MailFromDomainNotVerifiedException', true],
  [403, 'AccessDeniedException', true],
  [429, 'TooManyRequestsException', true],
  [503, 'ServiceUnavailable', true],
])('an answer %i %s of SES concerns every mail: %s', async (status, name, concernsAll) => {
  answers = Array(2).fill([status, { __type: name, message: 'no' }]);
  const ses = mailer();
  const failure = await ses.send(mail, 'mail_1.a').catch((error: unknown) => error);
  expect(failure).toMatchObject({ name });
  expect(ses.concernsEveryMail?.(failure)).toBe(concernsAll);
});

test('a failure of the network concerns every mail', async () => {
  const ses = mailer();
  server.close();
  const failure = await ses.send(mail, 'mail_1.a').catch((error: unknown) => error);
  expect(ses.concernsEveryMail?.(failure)).toBe(true);
});

describe('a stage without a sender', () => {
  afterEach(() => vi.unstubAllEnvs());

  test('drops a mail with a line in the log that tells nothing of the person', async () => {
    vi.stubEnv('MAIL_FROM', undefined);
    const lines: unknown[] = [];
    const note = (...line: unknown[]) => void lines.push(line);
    await mailCapability.ports?.({ environment: {}, log: { warn: note } } as never).mailer.send(mail, 'mail_1.a');
    expect(lines).toEqual([['mail not sent: no sender address', { mail: 'mail_1.a' }]]);
  });
});
