import { beforeAll, describe, expect, test } from 'vitest';
import { leaseMs } from '../../../shared/journal/due/claim-work.ts';
import { sendMail } from '../../../shared/mail/send-mail.ts';
import { type CrashPoint, crashAt } from '../../support/crash.ts';
import { lostAnswer } from '../../support/faults.ts';
import { TestService } from '../../support/service.ts';
import { askForMail, leftOf, TestMailer } from './support.ts';

/** Calls to the table of a mail that goes well: claim, read, remove it, remove its work. */
const calls = 4;
const everywhere: CrashPoint[] = Array.from({ length: calls }, (_, n) => [
  { call: n + 1, moment: 'before' } as const,
  { call: n + 1, moment: 'after' } as const,
]).flat();

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});

/** Sends what is left of a mail, as the sweep would have it done. */
async function sweep(mailer: TestMailer, { key, hint }: Awaited<ReturnType<typeof askForMail>>) {
  service.clock.advance(leaseMs);
  await sendMail({ ...service.runtime, mailer }, hint);
  expect(await leftOf(service, key)).toEqual({ mail: undefined, work: undefined });
}

describe('a process that dies', () => {
  test.each(everywhere)('at call $call, $moment, loses no mail', async (point) => {
    const mailer = new TestMailer();
    const asked = await askForMail(service, ['ada@example.com']);
    const { intercept, crashed } = crashAt(point);
    const process = service.process(intercept, { mailer });
    void sendMail(process.runtime, asked.hint);
    await crashed;
    await sweep(mailer, asked);
    // Twice only where it died between sending and taking the mail away.
    const twice = point.call === 3 && point.moment === 'before';
    expect(mailer.reached).toEqual(Array(twice ? 2 : 1).fill('ada@example.com'));
    expect(new Set(mailer.sent.map(({ key }) => key)).size).toBe(1);
  });

  test('while it sends to many sends to everybody, and again only to those it had not noted', async () => {
    const mailer = new TestMailer();
    const asked = await askForMail(service, ['ada@example.com', 'bob@example.com']);
    mailer.before = ({ to }) => {
      if (to === 'bob@example.com') throw new Error('refused');
    };
    await sendMail({ ...service.runtime, mailer }, asked.hint);
    mailer.before = () => {};
    const { intercept, crashed } = crashAt({ call: 3, moment: 'before' });
    service.clock.advance(leaseMs);
    void sendMail(service.process(intercept, { mailer }).runtime, asked.hint);
    await crashed;
    await sweep(mailer, asked);
    expect(mailer.reached).toEqual(['ada@example.com', 'bob@example.com', 'bob@example.com']);
  });
});

test('a worker that was slow ends after another has taken over, and neither harms the other', async () => {
  const mailer = new TestMailer();
  const asked = await askForMail(service, ['ada@example.com']);
  const slow = new TestMailer();
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
  const send = slow.send.bind(slow);
  slow.send = async (mail, key) => {
    await goOn;
    await send(mail, key);
  };
  const first = sendMail({ ...service.runtime, mailer: slow }, asked.hint);
  await expect.poll(async () => (await leftOf(service, asked.key)).work?.claims).toBe(1);
  await sweep(mailer, asked);
  release();
  await first;
  expect([slow.reached, mailer.reached]).toEqual([['ada@example.com'], ['ada@example.com']]);
  expect(await leftOf(service, asked.key)).toEqual({ mail: undefined, work: undefined });
});

test('a mail whose removal was answered by silence is not sent again', async () => {
  const mailer = new TestMailer();
  const asked = await askForMail(service, ['ada@example.com']);
  const process = service.process(
    async ({ name }, send) => {
      const answer = await send();
      if (name === 'Delete') throw lostAnswer();
      return answer;
    },
    { mailer },
  );
  await sendMail(process.runtime, asked.hint);
  await sweep(mailer, asked);
  expect(mailer.reached).toEqual(['ada@example.com']);
});
