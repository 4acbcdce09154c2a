import { beforeAll, describe, expect, test } from 'vitest';
import { governed } from '../../shared/payouts/policy/support.ts';
import { auditRows, expectError, storedItems } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { bodyOf } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService, type TestSession } from '../../support/service.ts';
import { issueKey } from '../api-keys/support.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

const reason = 'asked for by the founder, called back';
let people = 0;

/** An organization whose only owner is known. */
async function withOwner() {
  const of = await service.organization();
  const owner = await service.member(of.organizationId, 'owner');
  const path = `/organizations/${of.organizationId}/members`;
  const list = async (by: TestSession) =>
    bodyOf(await service.call('GET', path, by)).data as { userId: string; role: string }[];
  return { of, owner, path, list };
}

function newcomer(organizationId: string, more: object = {}) {
  people += 1;
  const userId = `newcomer-${people}`;
  return { organizationId, userId, email: `${userId}@example.com`, role: 'owner', reason, ...more };
}

describe('members', () => {
  test('adds an owner, who may do at once what owners do', async () => {
    const { of, owner, list } = await withOwner();
    const input = newcomer(of.organizationId);
    expect(await performed(service, 'members', input)).toMatchObject({ userId: input.userId, role: 'owner' });
    const roles = (await list(await service.person(input.userId))).map(({ userId, role }) => `${userId} ${role}`);
    expect(roles.sort()).toEqual([`${input.userId} owner`, `${owner.userId} owner`].sort());
  });

  test('replaces the only owner in one commit: the old one may do nothing more', async () => {
    const { of, owner, path, list } = await withOwner();
    const input = newcomer(of.organizationId, { replaces: owner.userId });
    await performed(service, 'members', input);
    expect((await list(await service.person(input.userId))).map(({ userId }) => userId)).toEqual([input.userId]);
    expectError(await service.call('GET', path, owner), 'FORBIDDEN');
    const [row] = (await auditRows(service, of)).filter(({ action }) => action === 'member.put');
    expect(row).toMatchObject({ outcome: 'succeeded', actorUserId: 'operator:ada', resourceId: input.userId });
  });

  test('replaces an owner whom the release before stored under an id that no session has', async () => {
    const { of, owner, list } = await withOwner();
    const phantom = 'ada@example.com';
    await service.member(of.organizationId, 'owner', phantom);
    const input = newcomer(of.organizationId, { replaces: phantom, email: 'Ada@BÜCHER.example' });
    expect(await performed(service, 'members', input)).toMatchObject({ email: 'ada@xn--bcher-kva.example' });
    const userIds = (await list(owner)).map(({ userId }) => userId);
    expect(userIds.sort()).toEqual([input.userId, owner.userId].sort());
  });

  test('does not leave an organization without an owner', async () => {
    const { of, owner, list } = await withOwner();
    const input = newcomer(of.organizationId, { replaces: owner.userId, role: 'admin' });
    expectRefusal(await perform(service, 'members', input), 'BAD_REQUEST');
    expect((await list(owner)).map(({ userId }) => userId)).toEqual([owner.userId]);
  });

  test.each([
    ['who is a member already', 'CONFLICT', (owner: string) => ({ userId: owner })],
    ['in place of who is no member', 'NOT_FOUND', () => ({ replaces: 'nobody' })],
    ['in place of themselves', 'VALIDATION_ERROR', () => ({ userId: 'same', replaces: 'same' })],
    ['under an id that no session has', 'VALIDATION_ERROR', () => ({ userId: 'ada@example.com' })],
    ['without a reason', 'VALIDATION_ERROR', () => ({ reason: '' })],
    ['as nothing that there is', 'VALIDATION_ERROR', () => ({ role: 'king' })],
  ] as const)('puts nobody %s: %s', async (_what, type, more) => {
    const { of, owner, list } = await withOwner();
    expectRefusal(await perform(service, 'members', newcomer(of.organizationId, more(owner.userId))), type);
    expect(await list(owner)).toHaveLength(1);
  });

  test('asks what becomes of the keys of who is removed, and revokes them where it is said', async () => {
    const { of, owner } = await withOwner();
    const { key } = await issueKey(service, of.organizationId, owner);
    const input = newcomer(of.organizationId, { replaces: owner.userId });
    const refused = await perform(service, 'members', input);
    expectRefusal(refused, 'CONFLICT');
    expect(refused.error.detail).toContain(key.id);
    await performed(service, 'members', { ...input, keys: 'revoke' });
  });

  test('makes nobody a voter', async () => {
    const { of, policy, approvals, voters } = await governed(service, { quorum: 1 });
    await performed(service, 'members', newcomer(of.organizationId, { replaces: voters[0]?.userId, role: 'operator' }));
    const remaining = approvals.approvers.filter((userId: string) => userId !== voters[0]?.userId);
    expect((await policy()).approvals.approvers).toEqual(remaining);
  });

  test('tells the owners and who leaves by mail', async () => {
    const { of, owner } = await withOwner();
    await performed(service, 'members', newcomer(of.organizationId, { replaces: owner.userId }));
    const mails = (await storedItems(service, 'mail')).filter(
      ({ organizationId }) => organizationId === of.organizationId,
    );
    expect(mails).toMatchObject([{ roles: ['owner'], addresses: [`${owner.userId}@example.com`] }]);
  });
});

const crashes = [1, 2, 3, 4, 5, 6].flatMap((call) =>
  (['before', 'after'] as const).map((moment) => ({ call, moment })),
);

test.each(crashes)('dying $moment call $call it has replaced the owner, or changed nothing', async (point) => {
  const { of, owner, list } = await withOwner();
  const input = newcomer(of.organizationId, { replaces: owner.userId });
  const { intercept, crashed } = crashAt(point);
  await Promise.race([perform(service.process(intercept), 'members', input), crashed]);
  const isOwner = (await perform(service, 'members', input)).error?.type === 'CONFLICT';
  const left = await list(await service.person(input.userId));
  expect(
    left.map(({ userId, role }) => `${userId} ${role}`),
    String(isOwner),
  ).toEqual([`${input.userId} owner`]);
});
