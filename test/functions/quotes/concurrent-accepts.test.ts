import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock, systemSleep } from '../../../shared/ground/time/system-time.ts';
import { available } from '../../shared/journal/commit/support.ts';
import { createTestTable } from '../../support/dynamodb.ts';
import {
  accept,
  addQuote,
  addRecipient,
  bodyOf,
  expectSoundBooks,
  fund,
  pathOf,
  readFeed,
  readLedger,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

/** On the real clock, so that pauses and the patience of a request that loses races are the real ones. */
async function startInRealTime(): Promise<TestService> {
  const service = await TestService.start({ clock: systemClock, sleep: systemSleep });
  service.clock.now = Date.now();
  return service;
}

/** Sends again, under the same key, what was refused because others were first too often: as every caller should. */
async function acceptPatiently(
  service: TestService,
  of: TestOrganization,
  { snapshotId }: Answer['body'],
): Promise<Answer> {
  const idempotencyKey = randomUUID();
  for (;;) {
    const answer = await service.post(`${pathOf(of)}/quotes/accept`, of, { snapshotId }, { idempotencyKey });
    if (answer.status !== 429) return answer;
    await systemSleep(Number(answer.headers['retry-after']) * 1_000);
  }
}

test('of fifty accepts at once against a balance that covers ten, exactly ten succeed', {
  timeout: 120_000,
}, async () => {
  const service = await startInRealTime();
  const organization = await service.organization();
  await fund(service, organization, '1000.00');
  const recipient = await addRecipient(service, organization);
  const quotes = await Promise.all(Array.from({ length: 50 }, () => addQuote(service, organization, recipient)));

  const answers = await Promise.all(quotes.map((quote) => acceptPatiently(service, organization, quote)));

  const accepted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(accepted).toHaveLength(10);
  expect(new Set(refused.map(({ status, body }) => `${status} ${body.type}`))).toEqual(
    new Set(['400 INSUFFICIENT_BALANCE']),
  );
  expect(new Set(accepted.map(({ body }) => body.payoutId)).size).toBe(10);

  await expectSoundBooks(service, organization);
  expect(await available(service, organization)).toBe('0.00');
  const rows = await readLedger(service, organization);
  expect(
    rows
      .filter(({ type }) => type === 'payout')
      .map(({ payoutId }) => payoutId)
      .sort(),
  ).toEqual(accepted.map(({ body }) => body.payoutId).sort());
  const events = await readFeed(service, organization, 'type=payout.pending');
  expect(events).toHaveLength(10);
});

test('nor do ten processes at once, which know nothing of each other, spend more than there is', async () => {
  const table = await createTestTable();
  const processes = await Promise.all(Array.from({ length: 10 }, () => TestService.start({}, table)));
  const [service] = processes as [TestService];
  const organization = await service.organization();
  await fund(service, organization, '300.00');
  const recipient = await addRecipient(service, organization);
  const quotes = await Promise.all(processes.map(() => addQuote(service, organization, recipient)));

  const answers = await Promise.all(processes.map((process, index) => accept(process, organization, quotes[index])));

  expect(answers.map(({ status, body }) => body.type ?? status).sort()).toEqual([
    ...[200, 200, 200],
    ...Array.from({ length: 7 }, () => 'INSUFFICIENT_BALANCE'),
  ]);
  await expectSoundBooks(service, organization);
});

test('of ten accepts of one quote at once, exactly one succeeds', async () => {
  const service = await TestService.start();
  const organization = await service.organization();
  await fund(service, organization, '1000.00');
  const quote = await addQuote(service, organization, await addRecipient(service, organization));

  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(service, organization, quote)));

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(9);
  for (const { body } of refused)
    expect(body).toMatchObject({ type: 'BAD_REQUEST', detail: expect.stringMatching(/already accepted/) });
  expect(await available(service, organization)).toBe('900.00');
  await expectSoundBooks(service, organization);
});

test('deposits, accepts and the payouts under way can all come at once and the books stay sound', async () => {
  const service = await TestService.start();
  const organization = await service.organization();
  await fund(service, organization, '1000.00');
  const recipient = await addRecipient(service, organization, { outcome: 'account_invalid' });
  const quotes = await Promise.all(Array.from({ length: 8 }, () => addQuote(service, organization, recipient)));
  const first = await Promise.all(quotes.slice(0, 4).map((quote) => accept(service, organization, quote)));
  for (const answer of first) bodyOf(answer);

  await Promise.all([
    settle(service),
    ...quotes.slice(4).map((quote) => accept(service, organization, quote).then((answer) => bodyOf(answer))),
    ...Array.from({ length: 5 }, () => fund(service, organization, '1.00')),
  ]);
  await settle(service);

  await expectSoundBooks(service, organization);
  expect(await available(service, organization)).toBe('1005.00');
});
