import { expect, test } from 'vitest';
import type { AnswerInfo } from '../src/index.ts';
import { type Reply, refusal, startService } from './support/service.ts';

const replyOf = (id: string, headers: Record<string, string> = {}): Reply => ({
  status: 200,
  body: { payoutId: id },
  headers: { 'x-request-id': `req_${id}`, ...headers },
});
const operation = 'POST /payments/organizations/{orgId}/quotes/accept';

test('each of two results has the answer that it came with, also where both calls ran at once', async () => {
  const service = await startService(replyOf('1'), replyOf('2', { 'idempotency-replayed': 'true' }));
  const client = service.client();

  const payouts = await Promise.all([
    client.acceptQuote({ snapshotId: 'qs_1' }, { idempotencyKey: 'one' }),
    client.acceptQuote({ snapshotId: 'qs_2' }, { idempotencyKey: 'two' }),
  ]);

  const keys = ['one', 'two'];
  const found = payouts.map((payout, at) => ({ ...client.answerOf(payout), payoutId: payout.payoutId, key: keys[at] }));
  const byPayout = Object.fromEntries(found.map((one) => [one.payoutId, one]));
  expect(byPayout['1']).toMatchObject({ requestId: 'req_1', replayed: false, operation, status: 200, attempt: 1 });
  expect(byPayout['2']).toMatchObject({ requestId: 'req_2', replayed: true, operation, status: 200, attempt: 1 });
  expect(found.map(({ idempotencyKey }) => idempotencyKey)).toEqual(keys);
});

test("a list's page has its answer, a copy of a result has none, and a result itself has no field more", async () => {
  const service = await startService({ status: 200, body: { data: [] }, headers: { 'x-request-id': 'req_1' } });
  const client = service.client();

  const page = await client.listBalanceTransactions();

  expect(client.answerOf(page)).toMatchObject({ requestId: 'req_1', idempotencyKey: undefined, replayed: false });
  expect(client.answerOf({ ...page })).toBeUndefined();
  expect(JSON.stringify(page)).toBe('{"data":[]}');
});

test.each<[string, Record<string, string>, AnswerInfo['rateLimit']]>([
  [
    'both headers',
    { ratelimit: '"payouts";r=599;t=30', 'ratelimit-policy': '"payouts";q=600;w=60' },
    { limit: 600, remaining: 599, resetSeconds: 30 },
  ],
  ['one header', { ratelimit: '"payouts"; r=0' }, { limit: undefined, remaining: 0, resetSeconds: undefined }],
  ['none', {}, undefined],
])('the rate limit is told from %s', async (_, headers, rateLimit) => {
  const client = (await startService(replyOf('1', headers))).client();

  expect(client.answerOf(await client.acceptQuote({ snapshotId: 'qs_1' }))?.rateLimit).toEqual(rateLimit);
});

test('onAnswer hears of every answer, of those that are errors, too', async () => {
  const service = await startService(refusal('INTERNAL', 500), replyOf('1'), refusal('NOT_FOUND', 404));
  const heard: AnswerInfo[] = [];
  const client = service.client({ onAnswer: (answer) => heard.push(answer) });

  const payout = await client.acceptQuote({ snapshotId: 'qs_1' }, { idempotencyKey: 'mine' });
  await client.getBalance().catch(() => {});

  expect(heard.map(({ status, attempt, requestId }) => [status, attempt, requestId])).toEqual([
    [500, 1, 'req_1'],
    [200, 2, 'req_1'],
    [404, 1, 'req_1'],
  ]);
  expect(client.answerOf(payout)).toBe(heard[1]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('the log is full');
    },
  ],
  ['rejects', () => Promise.reject(new Error('the log is full'))],
])('a payout has not failed because onAnswer %s', async (_, onAnswer) => {
  const service = await startService(replyOf('1'));

  expect(await service.client({ onAnswer }).acceptQuote({ snapshotId: 'qs_1' })).toEqual({ payoutId: '1' });
  expect(service.received).toHaveLength(1);
});
