import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditRows, expectError } from '../../support/answers.ts';
import { beforeFirst, type Intercept, readsHead } from '../../support/faults.ts';
import { bodyOf, fund, pathOf, readLedger, type TestOrganization } from '../../support/journey.ts';
import { TestService, type TestSession } from '../../support/service.ts';
import { issueKey, listed, organizationWithOwner, revoke } from './support.ts';

let service: TestService;
let of: TestOrganization;
let organizationId: string;
let owner: TestSession;

beforeAll(async () => {
  service = await TestService.start();
});

beforeEach(async () => {
  ({ of, organizationId, owner } = await organizationWithOwner(service));
});

const balance = (credentials: Parameters<TestService['get']>[1]) => service.get(`${pathOf(of)}/balance`, credentials);

test('a revoked key is UNAUTHORIZED at once, and the others are not', async () => {
  const credentials = await issueKey(service, organizationId, owner);
  expect(await balance(credentials)).toMatchObject({ status: 200 });

  const revoked = bodyOf(await revoke(service, organizationId, owner, credentials.key.id));

  expect(revoked).toEqual({ ...credentials.key, revokedAt: new Date(service.clock.now).toISOString() });
  expectError(await balance(credentials), 'UNAUTHORIZED');
  expect(await balance(of)).toMatchObject({ status: 200 });
});

test('a revocation ends what the key has under way: nothing of it is committed', async () => {
  const revokeIt = () => revoke(service, organizationId, owner, of.key.id);
  const slow = service.process(beforeFirst('TransactWrite', revokeIt));
  expectError(await slow.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '5.00' }), 'UNAUTHORIZED');

  const other = { organizationId, ...(await service.key(organizationId)) };
  expect(await readLedger(service, other)).toEqual([]);
  expect(await fund(service, other)).toMatchObject({ status: 'completed' });
});

test('a process that stood still for ten minutes commits nothing of a key that was revoked meanwhile', async () => {
  let stoodStill = false;
  const standStill: Intercept = async (call, send) => {
    if (readsHead(call) && !stoodStill) {
      stoodStill = true;
      await revoke(service, organizationId, owner, of.key.id);
      service.clock.advance(10 * 60_000);
    }
    return send();
  };

  const late = await service.process(standStill).post(`${pathOf(of)}/sandbox/fund`, of, { amount: '5.00' });

  expectError(late, 'RATE_LIMITED');
  expect(await readLedger(service, { ...of, ...(await service.key(organizationId)) })).toEqual([]);
});

test('revoking twice, or by two at once, answers the same', async () => {
  const { key } = await issueKey(service, organizationId, owner);
  const admin = await service.member(organizationId, 'admin');
  const [first, second] = await Promise.all([owner, admin].map((by) => revoke(service, organizationId, by, key.id)));
  service.clock.advance(1_000);
  const third = await revoke(service, organizationId, owner, key.id);
  for (const answer of [second, third]) expect(bodyOf(answer as typeof third)).toEqual(bodyOf(first as typeof third));
});

test('a key that has expired can be revoked all the same', async () => {
  const expiresAt = new Date(service.clock.now + 1_000).toISOString();
  const { key } = await issueKey(service, organizationId, owner, { expiresAt });
  service.clock.advance(1_000);
  expect(await revoke(service, organizationId, owner, key.id)).toMatchObject({ status: 200 });
  expect((await listed(service, organizationId, owner)).data[0]).toMatchObject({ id: key.id, expiresAt });
});

describe('who may not', () => {
  test("another organization's key is NOT_FOUND exactly as an unknown one, and goes on", async () => {
    const other = await service.organization();
    const answers = [
      await revoke(service, organizationId, owner, other.key.id),
      await revoke(service, organizationId, owner, 'akid_test_unknown'),
    ];
    for (const answer of answers) expectError(answer, 'NOT_FOUND');
    const [theirs, unknown] = answers.map(({ body }) => ({ ...body, requestId: '' }));
    expect(theirs).toEqual(unknown);
    expect(await service.get(`${pathOf(other)}/balance`, other)).toMatchObject({ status: 200 });
  });

  test('an operator or viewer, and a key', async () => {
    for (const role of ['operator', 'viewer'] as const) {
      const member = await service.member(organizationId, role);
      expectError(await revoke(service, organizationId, member, of.key.id), 'FORBIDDEN');
    }
    expectError(
      await service.call('DELETE', `/organizations/${organizationId}/api-keys/${of.key.id}`, of),
      'UNAUTHORIZED',
    );
  });
});

test('it is audited under the member by the key’s id; what the key did stays under its prefix', async () => {
  const credentials = await issueKey(service, organizationId, owner, { scopes: ['read', 'write'] });
  bodyOf(await service.post(`${pathOf(of)}/sandbox/fund`, credentials, { amount: '5.00' }), 201);
  bodyOf(await revoke(service, organizationId, owner, credentials.key.id));

  const rows = await auditRows(service, of);
  const revoked = rows.filter(({ action }) => action === 'api_key.revoke');
  expect(revoked).toMatchObject([{ resourceId: credentials.key.id, actorUserId: owner.userId, outcome: 'succeeded' }]);
  const path = `${pathOf(of)}/audit-events?apiKey=${credentials.key.prefix}`;
  const { data } = bodyOf(await service.get(path, owner));
  expect(data).toMatchObject([{ action: 'sandbox.fund', apiKeyPrefix: credentials.key.prefix }]);
});
