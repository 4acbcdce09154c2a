import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectError } from '../../../support/answers.ts';
import { bodyOf, pathOf, recipientBody } from '../../../support/journey.ts';
import { quotes } from '../../../support/quotes.ts';
import { type Answer, TestService } from '../../../support/service.ts';
import { operations, prepared, send } from './support.ts';

// Hundreds of calls: slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

const DAY_MS = 24 * 60 * 60 * 1000;

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

function expectReplay(answer: Answer, first: Answer): void {
  expect(answer).toMatchObject({ status: first.status, text: first.text, headers: { 'idempotency-replayed': 'true' } });
  expect(answer.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
}

describe.each(operations)('%s', (operation) => {
  test('is replayed byte by byte under its key, and executed once', async () => {
    const request = await prepared(operation, service);
    const key = randomUUID();
    const first = await send(service, request, key);
    expect(first.status, first.text).toBeLessThan(300);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    for (let i = 0; i < 2; i += 1) expectReplay(await send(service, request, key), first);
    expect(await request.executions()).toBe(1);
  });

  test(
    'with another body under its key is a conflict',
    quotes({
      Endpoints: 'Same key and different body is 409 `IDEMPOTENCY_KEY_CONFLICT`.',
      'Endpoints > Accept a quote (sends the money)': '409: `IDEMPOTENCY_KEY_CONFLICT`',
    }),
    async () => {
      const request = await prepared(operation, service);
      const key = randomUUID();
      const first = await send(service, request, key);
      const { organization, path, body } = request;
      const other = await service.post(path, organization, undefined, {
        idempotencyKey: key,
        rawBody: ` ${JSON.stringify(body)}`,
      });
      expectError(other, 'IDEMPOTENCY_KEY_CONFLICT', { status: 409 });
      expectReplay(await send(service, request, key), first);
      expect(await request.executions()).toBe(1);
    },
  );

  test.each([operation === 'acceptQuote' ? 200 : 40])(
    'sent %d times at once with one key is executed once',
    async (times) => {
      const request = await prepared(operation, service);
      const key = randomUUID();
      const unlimited = service.process((_call, go) => go(), { rateLimitOverride: 1_000 });
      const answers = await Promise.all(Array.from({ length: times }, () => send(unlimited, request, key)));
      const executed = answers.filter(({ status }) => status < 300);
      expect(new Set(executed.map(({ text }) => text)).size).toBe(1);
      expect(executed.filter(({ headers }) => !headers['idempotency-replayed'])).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status >= 300)) {
        expectError(answer, 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
      }
      service.clock.advance(60_000);
      expect(await request.executions()).toBe(1);
    },
  );
});

test('a key used on another route is a conflict, even where the request would be refused anyway', async () => {
  const request = await prepared('fundSandbox', service);
  const key = randomUUID();
  await send(service, request, key);
  const { organization } = request;
  const quote = { amount: '5.00', destinationAccountId: 'acct_1' };
  const elsewhere = [
    { path: `${pathOf(organization)}/quotes/offramp`, body: quote },
    { path: `${pathOf(organization)}/quotes/accept`, body: { snapshotId: 'qs_1' } },
    { path: `/recipients/${organization.organizationId}`, body: recipientBody() },
  ];
  for (const other of elsewhere) {
    expectError(await send(service, { organization, ...other }, key), 'IDEMPOTENCY_KEY_CONFLICT');
  }
});

test('a key is shared by the keys of an organization', async () => {
  const request = await prepared('fundSandbox', service);
  const key = randomUUID();
  const first = await send(service, request, key);
  const { organizationId } = request.organization;
  const colleague = { organizationId, ...(await service.key(organizationId)) };
  expectReplay(await send(service, { ...request, organization: colleague }, key), first);
});

test('the keys of two organizations do not meet', async () => {
  const [ours, theirs] = [await prepared('fundSandbox', service), await prepared('fundSandbox', service)];
  const key = randomUUID();
  const first = bodyOf(await send(service, ours, key), 201);
  const second = bodyOf(await send(service, theirs, key), 201);
  expect(second.depositId).not.toBe(first.depositId);
  expect([await ours.executions(), await theirs.executions()]).toEqual([1, 1]);
});

describe('the response is kept for seven days', () => {
  beforeEach(() => {
    service.clock.now = Math.ceil(service.clock.now / 1000) * 1000;
  });

  test(
    'and replayed until then',
    quotes({ Limits: 'records kept 7 days', Endpoints: 'Records are kept 7 days' }),
    async () => {
      const request = await prepared('acceptQuote', service);
      const key = randomUUID();
      const first = await send(service, request, key);
      service.clock.advance(7 * DAY_MS - 1);
      expectReplay(await send(service, request, key), first);
    },
  );

  test.each([
    ['exactly then', 7 * DAY_MS],
    ['a year later', 365 * DAY_MS - 1],
  ])(
    '%s the key has expired and is never executed again',
    quotes({ Endpoints: 'an expired key is never re-executed.' }),
    async (_when, age) => {
      const request = await prepared('fundSandbox', service);
      const key = randomUUID();
      await send(service, request, key);
      service.clock.advance(age);
      const answer = await send(service, request, key);
      expectError(answer, 'IDEMPOTENCY_KEY_CONFLICT', { status: 409 });
      expect(answer.body.detail).toContain('expired');
      expect(await request.executions()).toBe(1);
    },
  );
});
