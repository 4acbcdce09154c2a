import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiPrefix } from '../../../shared/contract/endpoint.ts';
import { auditRows, expectError, storedItems } from '../../support/answers.ts';
import { bodyOf, fund, pathOf, type TestOrganization } from '../../support/journey.ts';
import { type Answer, type Credentials, TestService } from '../../support/service.ts';
import { directHeaders, payloadOf, signatureOf } from '../../support/signing.ts';

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

/** Sends one signed request, as often as it is called. */
function signedOnce(method: string, path: string, body = ''): () => Promise<Answer> {
  const { key, privateKey } = organization;
  const target = apiPrefix + path;
  const timestamp = Math.floor(service.clock.now / 1000).toString();
  const request = { keyId: key.id, method, target, body, idempotencyKey: '', timestamp, nonce: randomUUID() };
  const headers = directHeaders(request, { 'x-svc-signature': signatureOf(payloadOf(request), privateKey) });
  return () => service.send(method, target, body, headers);
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

describe('one captured request, sent again and again', () => {
  test('does not use up the requests of its key', async () => {
    const captured = signedOnce('GET', `${pathOf(organization)}/balance`);
    expect(served([await captured()])).toBe(1);
    for (const replay of await Promise.all(Array.from({ length: 130 }, captured))) {
      expectError(replay, 'SIGNATURE_REPLAYED');
    }
    expect(served(await readMany(120, 'balance'))).toBe(99);
  });
});

describe('what is refused for its rate', () => {
  const fundPath = () => `${pathOf(organization)}/sandbox/fund`;
  const nonces = async () =>
    (await storedItems(service, 'singleUse')).filter(({ use }) => String(use).startsWith(organization.key.id)).length;
  const refusals = async () =>
    (await auditRows(service, organization)).filter(({ errorType }) => errorType === 'RATE_LIMITED').length;

  test('leaves no nonce, and one audit row a minute', async () => {
    await readMany(100, 'balance');
    expect(await nonces()).toBe(100);
    const fundMany = () =>
      Promise.all(Array.from({ length: 40 }, () => service.post(fundPath(), organization, { amount: '5.00' })));
    for (const refused of await fundMany()) expectError(refused, 'RATE_LIMITED');
    expect(await nonces()).toBe(100);
    expect(await refusals()).toBe(1);

    service.clock.advance(60_000);
    await readMany(100, 'balance');
    await fundMany();
    expect(await refusals()).toBe(2);
  });

  test('may be sent again as it was signed', async () => {
    await readMany(100, 'balance');
    const send = signedOnce('POST', fundPath(), '{"amount":"5.00"}');
    expectError(await send(), 'RATE_LIMITED');
    service.clock.advance(60_000);
    expect(await send()).toMatchObject({ status: 201 });
    expectError(await send(), 'SIGNATURE_REPLAYED');
  });

  test('is refused so also when what it left cannot be taken back', async () => {
    await readMany(100, 'balance');
    let failures = 0;
    const faulty = service.process(async ({ name }, send) => {
      if (name !== 'Delete') return send();
      failures += 1;
      throw new Error('the table does not answer');
    });
    expectError(await faulty.get(`${pathOf(organization)}/balance`, organization), 'RATE_LIMITED');
    expect(failures).toBe(1);
  });
});

test('a call that could not be counted is audited each time: one row a minute is for calls beyond the rate', async () => {
  const faulty = service.process(async ({ name, input }, send) => {
    if (name === 'Update' && JSON.stringify(input).includes('RATE#')) throw new Error('the table does not answer');
    return send();
  });
  const path = `${pathOf(organization)}/sandbox/fund`;
  for (let count = 0; count < 3; count += 1) {
    expectError(await faulty.post(path, organization, { amount: '5.00' }), 'INTERNAL');
  }
  const rows = await auditRows(service, organization);
  expect(rows.filter(({ errorType }) => errorType === 'INTERNAL')).toHaveLength(3);
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
