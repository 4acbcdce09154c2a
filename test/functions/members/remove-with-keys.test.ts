import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueApiKey } from '../../../shared/access/api-keys/issue-api-key.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { ApiKeyEntity } from '../../../shared/identity/api-key.ts';
import { OrganizationEntity } from '../../../shared/identity/organization.ts';
import { AuditEventEntity } from '../../../shared/journal/rows/audit-event.ts';
import { auditRow } from '../../../shared/journal/rows/audit-row.ts';
import { approvalOf, pend } from '../../shared/approvals/support.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { expectError } from '../../support/answers.ts';
import { beforeFirst } from '../../support/faults.ts';
import { addRecipient, bodyOf, fundedOrganization, pathOf, settle } from '../../support/journey.ts';
import { newKeyPair } from '../../support/public-keys.ts';
import { type Answer, type Credentials, TestService, type TestSession } from '../../support/service.ts';
import { issueKey, rotateKey } from '../api-keys/support.ts';
import { type Members, organizationOfMembers } from './support.ts';

let service: TestService;
let members: Members;
let admin: TestSession;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  members = await organizationOfMembers(service);
  admin = await service.member(members.organizationId, 'admin');
});

const remove = (keys?: string, as = members.owner, of = service): Promise<Answer> =>
  of.call('DELETE', `${members.path}/${admin.userId}${keys ? `?keys=${keys}` : ''}`, as);
const balance = (key: Credentials) => service.get(`${pathOf(members.organization)}/balance`, key);
const removals = async () =>
  bodyOf(await service.get(`${pathOf(members.organization)}/audit-events?action=member.remove`, members.owner)).data;
const issued = () => issueKey(service, members.organizationId, admin);

describe('a member who issued a key that can be used', () => {
  test('is not removed unless it is said what becomes of it: CONFLICT names it, and nothing changes', async () => {
    const key = await issued();
    expectError(await remove(), 'CONFLICT', { status: 409, detail: expect.stringContaining(key.key.id) });
    expect(await balance(key)).toMatchObject({ status: 200 });
    expect(await service.get(members.path, admin)).toMatchObject({ status: 200 });
  });

  test('does not leave without saying it, either', async () => {
    await issued();
    expectError(await remove(undefined, admin), 'CONFLICT');
    bodyOf(await remove('revoke', admin));
  });

  test.each(['revoke', 'keep'])('%s: is done, and the audit says so', async (wish) => {
    const key = await issued();
    bodyOf(await remove(wish));
    const answer = await balance(key);
    if (wish === 'keep') expect(answer).toMatchObject({ status: 200 });
    else expectError(answer, 'UNAUTHORIZED');
    const removed = { action: 'member.remove', keys: wish, resourceId: admin.userId, outcome: 'succeeded' };
    expect(await removals()).toEqual([expect.objectContaining(removed)]);
  });

  test.each(['revoke', 'keep'])(
    '%s: a row of an earlier release, which has it in its action, is shown alike',
    async (keys) => {
      const { runtime, clock } = service;
      const [at, { organizationId }] = [clock.now, members];
      const requestId = runtime.ids.next('req', at);
      const action = `member.remove_and_${keys}_keys`;
      const request = { organizationId, requestId, at, action, actor: { actorUserId: members.owner.userId } };
      await runtime.store.put(AuditEventEntity, auditRow(request, { resourceId: 'user-1' }, at));
      expect(await removals()).toEqual([expect.objectContaining({ action: 'member.remove', keys, requestId })]);
    },
  );

  test('revoke: ends what was asked for by the key', async () => {
    const of = await fundedOrganization(service);
    members = {
      ...members,
      organization: of,
      organizationId: of.organizationId,
      path: `/organizations/${of.organizationId}/members`,
    };
    const owner = await service.member(of.organizationId, 'owner');
    admin = await service.member(of.organizationId, 'admin');
    const approvers = [owner, await service.member(of.organizationId, 'operator')].map(({ userId }) => userId);
    await setControls(service.runtime, of.organizationId, { approvals: { threshold: 50_00n, quorum: 1, approvers } });
    const recipient = await addRecipient(service, of);
    const key = await issueKey(service, of.organizationId, admin, { scopes: ['read', 'write'] });
    const { approvalId } = await pend(service, { of: { ...of, ...key }, recipient });

    bodyOf(await remove('revoke', owner));
    service.clock.advance(10_000);
    await settle(service);

    expect(await approvalOf(service, of, approvalId)).toMatchObject({
      status: 'failed',
      failureReason: 'UNAUTHORIZED',
    });
  });

  test('anything else is a VALIDATION_ERROR', async () => {
    expectError(await remove('maybe'), 'VALIDATION_ERROR');
  });
});

test('a key that they rotated counts: they may hold its private half', async () => {
  const key = await issueKey(service, members.organizationId, members.owner);
  const theirs = await rotateKey(service, key.key.id, admin);
  expectError(await remove(), 'CONFLICT', { detail: expect.stringContaining(theirs.key.id) });
  bodyOf(await remove('revoke'));
  expectError(await balance(theirs), 'UNAUTHORIZED');
  expect(await balance(key)).toMatchObject({ status: 200 });
});

test('what a key that they rotated made of itself counts, too', async () => {
  const key = await issueKey(service, members.organizationId, members.owner);
  const theirs = await rotateKey(service, key.key.id, admin);
  const own = await rotateKey(service, theirs.key.id, theirs);
  bodyOf(await remove('revoke'));
  expectError(await balance(own), 'UNAUTHORIZED');
});

test('a member whose keys have all ended, or who has none, is removed as before', async () => {
  const key = await issueKey(service, members.organizationId, admin, {
    expiresAt: new Date(service.clock.now + 60_000).toISOString(),
  });
  service.clock.advance(60_000);
  expectError(await balance(key), 'KEY_EXPIRED');
  bodyOf(await remove());
});

test('a key that is issued while its issuer is removed is named all the same', async () => {
  const slow = service.process(beforeFirst('TransactWrite', issued));
  expectError(await remove(undefined, members.owner, slow), 'CONFLICT');
});

describe('many keys', () => {
  const many = 45;
  let keys: Credentials[];

  beforeEach(async () => {
    keys = [];
    for (let count = 0; count < many; count += 1) {
      const { publicKey, privateKey } = newKeyPair();
      const wanted = {
        organizationId: members.organizationId,
        name: 'till',
        publicKey,
        scopes: ['read', 'write'] as const,
      };
      const { body } = await issueApiKey(service.runtime, { ...wanted, issuedBy: admin.userId });
      keys.push({ key: body as never, privateKey });
    }
  });

  const organization = () =>
    service.runtime.store.get(refTo(OrganizationEntity, { organizationId: members.organizationId }));
  const revoked = async () => {
    const rows = await service.runtime.store.getMany(
      ApiKeyEntity,
      keys.map(({ key: { id } }) => ({ id })),
    );
    return rows.filter(({ revokedAt }) => revokedAt !== undefined).length;
  };

  test('are refused at once, and their rows are ended by a worker', async () => {
    bodyOf(await remove('revoke'));
    expect(await revoked()).toBe(20);
    for (const key of [keys[0], keys[19], keys[20], keys[44]])
      expectError(await balance(key as Credentials), 'UNAUTHORIZED');

    await settle(service);

    expect(await revoked()).toBe(many);
    expect((await organization())?.leavers).toEqual([]);
    for (const key of [keys[0], keys[44]]) expectError(await balance(key as Credentials), 'UNAUTHORIZED');
  });

  test('a call that was under way commits nothing', async () => {
    const last = keys[44] as Credentials;
    const slow = service.process(beforeFirst('TransactWrite', () => remove('revoke')));
    const path = `${pathOf(members.organization)}/sandbox/fund`;
    expectError(await slow.post(path, last, { amount: '1.00' }), 'UNAUTHORIZED');
  });

  test('who has joined again keeps the keys that they issue then', async () => {
    bodyOf(await remove('revoke'));
    service.clock.advance(1);
    const again = await service.member(members.organizationId, 'admin', admin.userId);
    const key = await issueKey(service, members.organizationId, again);
    await settle(service);
    expect(await revoked()).toBe(many);
    expect(await balance(key)).toMatchObject({ status: 200 });
  });
});
