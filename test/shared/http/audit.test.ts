import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditRows, expectError } from '../../support/answers.ts';
import { lostAnswer } from '../../support/faults.ts';
import { accept, addQuote, bodyOf, pathOf, recipientBody, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

// Hundreds of calls: slow where the machine is busy.
vi.setConfig({ testTimeout: 120_000 });

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  organization = await service.organization();
});

const fundPath = () => `${pathOf(organization)}/sandbox/fund`;
const amount = { amount: '5.00' };

const auditOf = (of: TestOrganization) => auditRows(service, of);

/** Of the refused mutations: the request and the error that it was answered. */
async function expectRefusalAudited(answer: Answer, action: string): Promise<void> {
  const rows = (await auditOf(organization)).filter(({ requestId }) => requestId === answer.headers['x-request-id']);
  expect(rows, answer.text).toEqual([
    expect.objectContaining({ action, outcome: 'refused', errorType: answer.body.type }),
  ]);
}

test('a mutation leaves one row: who did what to what, when and in which request', async () => {
  const answer = await service.post(fundPath(), organization, amount);
  expect(await auditOf(organization)).toEqual([
    expect.objectContaining({
      organizationId: organization.organizationId,
      action: 'sandbox.fund',
      outcome: 'succeeded',
      resourceId: bodyOf(answer, 201).depositId,
      apiKeyPrefix: organization.key.prefix,
      requestId: answer.headers['x-request-id'],
      at: service.clock.now,
    }),
  ]);
  const [row] = await auditOf(organization);
  expect(row).not.toHaveProperty('actorUserId');
  expect(row).not.toHaveProperty('errorType');
});

test('rows are kept for five years', async () => {
  await service.post(fundPath(), organization, amount);
  const [row] = await auditOf(organization);
  const fiveYears = new Date(service.clock.now);
  fiveYears.setUTCFullYear(fiveYears.getUTCFullYear() + 5);
  expect(Number(row?.ttl) * 1000).toBeGreaterThanOrEqual(fiveYears.getTime());
});

test('every mutation on the way to a payout leaves one row with its resource', async () => {
  await service.post(fundPath(), organization, { amount: '1000.00' });
  const path = `/recipients/${organization.organizationId}`;
  const recipient = bodyOf(await service.post(path, organization, recipientBody()), 201);
  const quote = await addQuote(service, organization, recipient);
  const { payoutId } = bodyOf(await accept(service, organization, quote));
  const rows = await auditOf(organization);
  expect(Object.fromEntries(rows.map(({ action, resourceId }) => [action, resourceId]))).toEqual({
    'sandbox.fund': expect.stringMatching(/^dep_/),
    'recipient.create': recipient.recipientId,
    'quote.create': quote.snapshotId,
    'payout.create': payoutId,
  });
  expect(rows).toHaveLength(4);
});

describe('a refused mutation leaves one row with its error', () => {
  test('VALIDATION_ERROR', async () => {
    await expectRefusalAudited(await service.post(fundPath(), organization, {}), 'sandbox.fund');
  });

  test('IDEMPOTENCY_KEY_REQUIRED and IDEMPOTENCY_KEY_INVALID', async () => {
    const path = `/recipients/${organization.organizationId}`;
    const required = await service.call('POST', path, organization, { body: recipientBody() });
    expectError(required, 'IDEMPOTENCY_KEY_REQUIRED');
    await expectRefusalAudited(required, 'recipient.create');
    const malformed = await service.post(path, organization, recipientBody(), { idempotencyKey: 'a b' });
    await expectRefusalAudited(malformed, 'recipient.create');
  });

  test('INSUFFICIENT_SCOPE, under the key that tried', async () => {
    const reader = await service.key(organization.organizationId, { scopes: ['read'] });
    await expectRefusalAudited(await service.post(fundPath(), reader, amount), 'sandbox.fund');
    expect((await auditOf(organization)).map(({ apiKeyPrefix }) => apiKeyPrefix)).toEqual([reader.key.prefix]);
  });

  test("FORBIDDEN, in the key's own organization and not in the other", async () => {
    const other = await service.organization();
    const answer = await service.post(`${pathOf(other)}/sandbox/fund`, organization, amount);
    expectError(answer, 'FORBIDDEN');
    await expectRefusalAudited(answer, 'sandbox.fund');
    expect(await auditOf(other)).toEqual([]);
  });

  test('RATE_LIMITED', async () => {
    const read = () => service.get(`${pathOf(organization)}/balance`, organization);
    await Promise.all(Array.from({ length: 100 }, read));
    const answer = await service.post(fundPath(), organization, amount);
    expectError(answer, 'RATE_LIMITED');
    await expectRefusalAudited(answer, 'sandbox.fund');
  });

  test('a refusal of the decision', async () => {
    const answer = await service.post(`${pathOf(organization)}/quotes/accept`, organization, { snapshotId: 'qs_none' });
    expectError(answer, 'BAD_REQUEST');
    await expectRefusalAudited(answer, 'payout.create');
  });

  test('PAYOUT_REFUSED, which is stored, with the recipient that was stored', async () => {
    const path = `/recipients/${organization.organizationId}`;
    const answer = await service.post(path, organization, recipientBody({ outcome: 'screening_refused' }));
    expectError(answer, 'PAYOUT_REFUSED');
    await expectRefusalAudited(answer, 'recipient.create');
    expect((await auditOf(organization))[0]?.resourceId).toMatch(/^rcp_/);
  });

  test('IDEMPOTENCY_KEY_CONFLICT', async () => {
    const idempotencyKey = randomUUID();
    await service.post(fundPath(), organization, amount, { idempotencyKey });
    const answer = await service.post(fundPath(), organization, { amount: '6.00' }, { idempotencyKey });
    expectError(answer, 'IDEMPOTENCY_KEY_CONFLICT');
    await expectRefusalAudited(answer, 'sandbox.fund');
  });

  test('INTERNAL', async () => {
    const broken = service.process(async ({ name }, send) => {
      if (name === 'TransactWrite') throw lostAnswer();
      return send();
    });
    const answer = await broken.post(fundPath(), organization, amount);
    expectError(answer, 'INTERNAL');
    await expectRefusalAudited(answer, 'sandbox.fund');
  });
});

describe('no row is left by', () => {
  test('an unsigned call and the challenge that it gets', async () => {
    await service.post(fundPath(), organization, amount, { unsigned: true });
    expect(await auditOf(organization)).toEqual([]);
  });

  test('a wrongly signed call', async () => {
    const headers = { 'x-svc-nonce': 'another' };
    expectError(await service.post(fundPath(), organization, amount, { headers }), 'SIGNATURE_INVALID');
    expect(await auditOf(organization)).toEqual([]);
  });

  test('a signature that was received before', async () => {
    const headers = service.sign('POST', `/business/api/v1${fundPath()}`, JSON.stringify(amount), organization, 'once');
    const send = () => service.post(fundPath(), organization, amount, { idempotencyKey: 'once', headers });
    expect(await send()).toMatchObject({ status: 201 });
    expectError(await send(), 'SIGNATURE_REPLAYED');
    expect(await auditOf(organization)).toHaveLength(1);
  });

  test('a key that may not be used', async () => {
    const pinned = await service.key(organization.organizationId, { allowedIps: ['10.0.0.1'] });
    expectError(await service.post(fundPath(), pinned, amount), 'KEY_IP_NOT_ALLOWED');
    expect(await auditOf(organization)).toEqual([]);
  });

  test('a replay of an executed key', async () => {
    const idempotencyKey = randomUUID();
    for (let i = 0; i < 3; i += 1) await service.post(fundPath(), organization, amount, { idempotencyKey });
    expect(await auditOf(organization)).toHaveLength(1);
  });

  test('a read, served or refused', async () => {
    await service.get(`${pathOf(organization)}/balance`, organization);
    await service.get(`${pathOf(organization)}/events?limit=0`, organization);
    await service.get(`${pathOf(await service.organization())}/balance`, organization);
    expect(await auditOf(organization)).toEqual([]);
  });
});
