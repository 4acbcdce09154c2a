import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxAttempts } from '../../../shared/journal/due/postpone-or-park.ts';
import { sendMail } from '../../../shared/mail/send-mail.ts';
import { storedItems } from '../../support/answers.ts';
import { createTestTable } from '../../support/dynamodb.ts';
import { keptSecrets } from '../../support/secrets.ts';
import { TestService } from '../../support/service.ts';
import { askForMail, leftOf, subject, TestMailer, text } from './support.ts';

let service: TestService;
let mailer: TestMailer;
let logged: unknown[][];
let table: Awaited<ReturnType<typeof createTestTable>>;

beforeAll(async () => {
  table = await createTestTable();
});
beforeEach(async () => {
  mailer = new TestMailer();
  logged = [];
  const note = (...entry: unknown[]) => void logged.push(entry);
  const log = { debug: note, info: note, warn: note, error: note } as never;
  service = await TestService.start({ mailer, log }, table);
});

const people = (count: number) => Array.from({ length: count }, (_, n) => `p${String(n).padStart(2, '0')}@example.com`);
const refuse = (address: string) => {
  mailer.before = ({ to }) => {
    if (to === address) throw new Error('refused');
  };
};

describe('a mail', () => {
  test('is sent as it was asked for, and leaves nothing', async () => {
    const { key, hint } = await askForMail(service, ['ada@example.com']);
    await sendMail(service.runtime, hint);
    expect(mailer.sent).toEqual([
      { to: 'ada@example.com', subject, text, key: expect.stringMatching(/^mail_\w+\.\w{16}$/) },
    ]);
    expect(mailer.sent[0]?.key).toContain(key.mailId);
    expect(await leftOf(service, key)).toEqual({ mail: undefined, work: undefined });
    await sendMail(service.runtime, hint);
    expect(mailer.sent).toHaveLength(1);
  });

  test('is stored with its text sealed', async () => {
    const { key } = await askForMail(service, ['ada@example.com']);
    const stored = (await storedItems(service, 'mail')).filter(({ mailId }) => mailId === key.mailId);
    expect(stored).toMatchObject([{ subject, addresses: ['ada@example.com'] }]);
    expect(JSON.stringify(stored)).not.toContain(text);
  });

  test('goes to each address by itself and once, however often it is named', async () => {
    const { key, hint } = await askForMail(service, ['ada@example.com', 'bob@example.com', 'ada@example.com']);
    await sendMail(service.runtime, hint);
    expect(mailer.reached).toEqual(['ada@example.com', 'bob@example.com']);
    expect(new Set(mailer.sent.map((mail) => mail.key)).size).toBe(2);
    expect(await leftOf(service, key)).toEqual({ mail: undefined, work: undefined });
  });

  test('for roles goes to whoever has one of them when it is sent, in this organization alone', async () => {
    const { organizationId } = await service.organization();
    const other = await service.organization();
    const owner = await service.member(organizationId, 'owner');
    await service.member(organizationId, 'operator');
    await service.member(other.organizationId, 'owner');
    const { hint } = await askForMail(service, { roles: ['owner', 'admin'] }, organizationId);
    const admin = await service.member(organizationId, 'admin');
    await sendMail(service.runtime, hint);
    expect(mailer.reached).toEqual([owner, admin].map(({ userId }) => `${userId}@example.com`).sort());
  });

  test('for roles that nobody has is over', async () => {
    const { organizationId } = await service.organization();
    const { key, hint } = await askForMail(service, { roles: ['owner'] }, organizationId);
    await sendMail(service.runtime, hint);
    expect(mailer.sent).toEqual([]);
    expect(await leftOf(service, key)).toEqual({ mail: undefined, work: undefined });
  });
});

describe('a mail that fails', () => {
  test('stays and is sent later', async () => {
    const { key, hint } = await askForMail(service, ['ada@example.com']);
    refuse('ada@example.com');
    await sendMail(service.runtime, hint);
    const { mail, work } = await leftOf(service, key);
    expect(mail).toBeDefined();
    expect(work).toMatchObject({ attempts: 1, dueAt: service.clock.now + 5_000 });
    mailer.before = () => {};
    service.clock.advance(5_000);
    await sendMail(service.runtime, hint);
    expect(mailer.reached).toEqual(['ada@example.com']);
    expect(await leftOf(service, key)).toEqual({ mail: undefined, work: undefined });
  });

  test('for one person goes to everybody else, and to nobody twice', async () => {
    const all = people(12);
    const { key, hint } = await askForMail(service, all);
    refuse('p03@example.com');
    await sendMail(service.runtime, hint);
    expect(mailer.reached).toEqual(all.filter((address) => address !== 'p03@example.com'));
    mailer.before = () => {};
    service.clock.advance(5_000);
    await sendMail(service.runtime, hint);
    expect(mailer.reached).toEqual(all);
    expect(await leftOf(service, key)).toEqual({ mail: undefined, work: undefined });
  });

  test('notes whom alone it is refused, until one of them fails for another reason', async () => {
    const { key, hint } = await askForMail(service, people(3));
    const failing = new Set(['p01@example.com', 'p02@example.com']);
    mailer.before = ({ to }) => {
      if (failing.has(to)) throw new Error('refused');
    };
    const attempt = async () => {
      service.clock.advance(5_000);
      await sendMail(service.runtime, hint);
      return (await leftOf(service, key)).mail?.refused;
    };
    expect(await attempt()).toEqual(['p01@example.com', 'p02@example.com']);
    failing.delete('p02@example.com');
    service.clock.advance(5_000);
    expect(await attempt()).toEqual(['p01@example.com']);
    Object.assign(mailer, { concernsEveryMail: () => true });
    service.clock.advance(15_000);
    expect(await attempt()).toBeUndefined();
    expect((await leftOf(service, key)).mail).toMatchObject({ sentTo: ['p00@example.com', 'p02@example.com'] });
  });

  test('again and again is parked with an alarm, and waits there; no secret is logged', async () => {
    const { key, hint } = await askForMail(service, ['ada@example.com']);
    refuse('ada@example.com');
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      service.clock.now = (await leftOf(service, key)).work?.dueAt ?? 0;
      await sendMail(service.runtime, hint);
    }
    const { mail, work } = await leftOf(service, key);
    expect(mail).toBeDefined();
    expect(work).toMatchObject({ parkedAt: service.clock.now });
    expect(logged.at(-1)).toMatchObject(['due work parked', { kind: 'mails', resourceId: key.mailId }]);
    expect(JSON.stringify(logged)).not.toContain(text);
  });

  test('because the stage has another sealing key stays', async () => {
    const { key, hint } = await askForMail(service, ['ada@example.com']);
    const secrets = keptSecrets(9);
    await sendMail({ ...service.runtime, secrets }, hint);
    expect(mailer.sent).toEqual([]);
    expect((await leftOf(service, key)).mail).toBeDefined();
  });
});

test('a mail to more people than there is time for is due again at once, for the rest', async () => {
  const all = people(12);
  const { key, hint } = await askForMail(service, all);
  mailer.before = () => service.clock.advance(1_000);
  await sendMail(service.runtime, hint);
  expect(mailer.reached).toEqual(all.slice(0, 10));
  expect((await leftOf(service, key)).work).toMatchObject({ attempts: 0, dueAt: service.clock.now });
  await sendMail(service.runtime, hint);
  expect(mailer.reached).toEqual(all);
  expect(await leftOf(service, key)).toEqual({ mail: undefined, work: undefined });
});

test('two workers at once send it once', async () => {
  const { key, hint } = await askForMail(service, ['ada@example.com']);
  await Promise.all([sendMail(service.runtime, hint), sendMail(service.runtime, hint)]);
  expect(mailer.reached).toEqual(['ada@example.com']);
  expect(await leftOf(service, key)).toEqual({ mail: undefined, work: undefined });
});
