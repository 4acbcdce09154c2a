import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectError, storedItems } from '../../support/answers.ts';
import { bodyOf, fund, pathOf, type TestOrganization } from '../../support/journey.ts';
import { type Answer, type Credentials, TestService } from '../../support/service.ts';

// Hundreds of calls: slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  organization = await service.organization();
  // The beginning of the next window.
  service.clock.now = (Math.floor(service.clock.now / 60_000) + 1) * 60_000;
});

function readMany(count: number, path: string, credentials: Credentials = organization): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, () => service.get(`${pathOf(organization)}/${path}`, credentials)));
}

const served = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;

test.each([
  ['balance', 100],
  ['orders', 600],
])('%s is read %d times a minute, and not once more', async (path, limit) => {
  expect(served(await readMany(limit, path))).toBe(limit);
  const [refused] = await readMany(1, path);
  expectError(refused as Answer, 'RATE_LIMITED', { status: 429 });
});

test('of more requests at once exactly the limit is served', async () => {
  expect(served(await readMany(130, 'balance'))).toBe(100);
});

test('Retry-After says in seconds when the window ends, and then it is served again', async () => {
  await readMany(100, 'balance');
  service.clock.advance(20_500);
  const [refused] = await readMany(1, 'balance');
  expectError(refused as Answer, 'RATE_LIMITED');
  expect(refused?.headers['retry-after']).toBe('40');

  service.clock.advance(39_499);
  const [late] = await readMany(1, 'balance');
  expect(late?.headers['retry-after']).toBe('1');

  service.clock.advance(1);
  expect(served(await readMany(1, 'balance'))).toBe(1);
});

test('each class has a counter of its own', async () => {
  await readMany(101, 'balance');
  expect(served(await readMany(1, 'orders'))).toBe(1);
});

test('each credential has a counter of its own, also within an organization', async () => {
  const other = await service.key(organization.organizationId);
  await readMany(101, 'balance');
  expect(served(await readMany(1, 'balance', other))).toBe(1);
});

describe('a mutation over the limit', () => {
  test('is refused before its handler ran, and the same key works later', async () => {
    const path = `${pathOf(organization)}/sandbox/fund`;
    const idempotencyKey = randomUUID();
    await readMany(100, 'balance');
    const refused = await service.post(path, organization, { amount: '5.00' }, { idempotencyKey });
    expectError(refused, 'RATE_LIMITED');
    const records = await storedItems(service, 'idempotencyRecord');
    expect(records.filter(({ key }) => key === idempotencyKey)).toEqual([]);

    service.clock.advance(Number(refused.headers['retry-after']) * 1000);
    const answer = await service.post(path, organization, { amount: '5.00' }, { idempotencyKey });
    expect(bodyOf(answer, 201)).toMatchObject({ amount: '5.00' });
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
  });
});

describe('calls that are not the holder’s do not use up the holder’s requests', () => {
  test('unsigned ones', async () => {
    await Promise.all(
      Array.from({ length: 110 }, () =>
        service.get(`${pathOf(organization)}/balance`, organization, { unsigned: true }),
      ),
    );
    expect(served(await readMany(100, 'balance'))).toBe(100);
  });

  test('wrongly signed ones', async () => {
    const headers = { 'x-svc-signature': 'AAAA' };
    await Promise.all(
      Array.from({ length: 110 }, () => service.get(`${pathOf(organization)}/balance`, organization, { headers })),
    );
    expect(served(await readMany(100, 'balance'))).toBe(100);
  });
});

test('the limit can be raised for a load test, and only raised', async () => {
  const raised = service.process((_call, send) => send(), { rateLimitOverride: 120 });
  const answers = await Promise.all(
    Array.from({ length: 121 }, () => raised.get(`${pathOf(organization)}/balance`, organization)),
  );
  expect(served(answers)).toBe(120);
  const lowered = service.process((_call, send) => send(), { rateLimitOverride: 1 });
  expect(await fund(lowered, await service.organization())).toMatchObject({ status: 'completed' });
});
