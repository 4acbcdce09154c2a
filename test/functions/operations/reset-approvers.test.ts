import { beforeEach, describe, expect, test } from 'vitest';
import { mailRead, mailWork } from '../../../shared/journal/rows/mail-entity.ts';
import { hintOf, pend, storedApproval, vote, work } from '../../shared/payouts/approvals/support.ts';
import { governed } from '../../shared/payouts/policy/support.ts';
import { expectError } from '../../support/answers.ts';
import { bodyOf, deliver, readFeed, settle } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService, type TestSession } from '../../support/service.ts';

const HOUR_MS = 60 * 60 * 1000;
const reason = 'asked for by the owner, called back';

let service: TestService;
let all: Awaited<ReturnType<typeof governed>>;
let approvers: readonly string[];

beforeEach(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  all = await governed(service, { quorum: 2 });
  const { organizationId } = all.of;
  const added = await Promise.all(Array.from({ length: 3 }, () => service.member(organizationId, 'operator')));
  approvers = added.map(({ userId }) => userId);
});

const input = () => ({ organizationId: all.of.organizationId, approvers, reason });
const reset = (operator?: string) => performed(service, 'reset-approvers', input(), operator ? { operator } : {});
const votersNow = async () => (await all.policy()).approvals.approvers;
const membersPath = () => `/organizations/${all.of.organizationId}/members`;
const removed = (by: TestSession, userId: string) => service.call('DELETE', `${membersPath()}/${userId}`, by);

/** Sends the mail, and lets the worker see it. */
async function tellAll(approvalId: string): Promise<void> {
  const { reset: asked } = await storedApproval(service, all.of, approvalId);
  const key = mailWork({ organizationId: all.of.organizationId, mailId: asked?.mailId ?? '' });
  await deliver(service, [{ ...key, dueAt: service.clock.now }]);
  await work(service, all.of, approvalId);
}

/** Lets 72 hours pass, and the worker work. */
async function wait(approvalId: string): Promise<void> {
  await work(service, all.of, approvalId);
  await work(service, all.of, approvalId);
}

describe('a reset of voters', () => {
  test('takes effect 72 hours after all were sent mail, and not before', async () => {
    const { approvalId } = await reset();
    await tellAll(approvalId);
    const told = service.clock.now;
    service.clock.advance(72 * HOUR_MS - 1);
    await deliver(service, [{ ...(await hintOf(service, all.of, approvalId)), dueAt: service.clock.now }]);
    expect(await votersNow()).toEqual(all.approvals.approvers);
    await wait(approvalId);
    expect(service.clock.now).toBe(told + 72 * HOUR_MS);
    expect((await all.policy()).approvals).toEqual({ ...all.approvals, approvers });
    expect((await readFeed(service, all.of)).map(({ type }) => type).slice(-2)).toEqual([
      'payout_approval.requested',
      'payout_approval.executed',
    ]);
  });

  test('is mailed to owners, voters, and who was either within 30 days', async () => {
    const [first, second] = all.voters as readonly TestSession[];
    const owner = await service.member(all.of.organizationId, 'owner');
    bodyOf(await removed(all.owner, first?.userId ?? ''));
    bodyOf(await removed(all.owner, owner.userId));
    service.clock.advance(20 * 24 * HOUR_MS);
    const { approvalId } = await reset();
    const { organizationId } = all.of;
    const stored = await service.runtime.store.range(mailRead({ organizationId, mailId: '' }).entity, {
      partition: `MAIL#${organizationId}`,
      limit: 10,
    });
    const mail = stored.items.find(({ subject }) => subject.startsWith('Other voters'));
    expect(mail?.roles).toEqual(['owner']);
    expect(mail?.addresses).toEqual(
      expect.arrayContaining([first, second, owner].map((person) => `${person?.userId}@example.com`)),
    );
    expect(approvalId).toMatch(/^apr_/);
  });

  test('does not begin to run while somebody has not been sent the mail', async () => {
    const { approvalId } = await reset();
    for (let look = 0; look < 3; look += 1) await work(service, all.of, approvalId);
    service.clock.advance(100 * HOUR_MS);
    await work(service, all.of, approvalId);
    expect(await votersNow()).toEqual(all.approvals.approvers);
  });

  test('is stopped by one rejection, of an owner or a voter; nobody approves it', async () => {
    const { approvalId } = await reset();
    const named = await service.person(approvers[0]);
    expectError(await vote(service, all.of, approvalId, named, 'reject'), 'FORBIDDEN');
    expectError(await vote(service, all.of, approvalId, all.voter(0)), 'FORBIDDEN');
    expect(bodyOf(await vote(service, all.of, approvalId, all.voter(0), 'reject')).status).toBe('rejected');
    service.clock.advance(100 * HOUR_MS);
    await settle(service);
    expect(await votersNow()).toEqual(all.approvals.approvers);
  });

  test('that was stopped wants two operators for the same people, and then nobody stops it', async () => {
    const { approvalId: first } = await reset();
    bodyOf(await vote(service, all.of, first, all.owner, 'reject'));
    const { approvalId } = await reset('ada');
    expectRefusal(await perform(service, 'reset-approvers', input(), { operator: 'ada' }), 'CONFLICT');
    expect(await reset('ben')).toMatchObject({ approvalId });
    expectError(await vote(service, all.of, approvalId, all.owner, 'reject'), 'FORBIDDEN');
    await tellAll(approvalId);
    await wait(approvalId);
    expect(await votersNow()).toEqual(approvers);
  });

  test('is not undone by a quorum that is raised meanwhile', async () => {
    const more = await service.member(all.of.organizationId, 'owner');
    const { approvalId } = await reset();
    await tellAll(approvalId);
    bodyOf(await removed(all.owner, more.userId));
    bodyOf(await all.change({ approvals: { ...all.approvals, threshold: '1.00' } }));
    await wait(approvalId);
    expect((await all.policy()).approvals).toMatchObject({ threshold: '1.00', quorum: 2, approvers });
  });

  test('is the only one under way', async () => {
    await reset();
    expectRefusal(await perform(service, 'reset-approvers', input(), { operator: 'ben' }), 'CONFLICT');
  });

  test('lets nobody vote whom it names on what was asked for before', async () => {
    const { approvalId: payout } = await pend(service, all);
    const { approvalId } = await reset();
    await tellAll(approvalId);
    await wait(approvalId);
    const named = await service.person(approvers[0]);
    expectError(await vote(service, all.of, payout, named), 'FORBIDDEN');
  });
});

describe('where too few voters are left', () => {
  test('owners are told, nothing is held, the policy is tightened and not loosened, until operators name others', async () => {
    for (const { userId } of all.voters.slice(0, 2)) bodyOf(await removed(all.owner, userId));
    const { organizationId } = all.of;
    const { items } = await service.runtime.store.range(mailRead({ organizationId, mailId: '' }).entity, {
      partition: `MAIL#${organizationId}`,
      limit: 10,
    });
    expect(items.map(({ subject, roles }) => [subject, roles])).toEqual(
      Array.from({ length: 2 }, () => ['Too few voters are left at Example (sandbox)', ['owner']]),
    );
    const left = { ...all.approvals, approvers: [all.voter(2).userId] };
    expectError(await all.change({ approvals: null }), 'BAD_REQUEST');
    expect(bodyOf(await all.change({ approvals: { ...left, threshold: '1.00' } })).approvals.threshold).toBe('1.00');
    expect(bodyOf(await all.change({ limits: { single: '1.00' } })).limits.single).toBe('1.00');
    const { approvalId } = await reset();
    await tellAll(approvalId);
    await wait(approvalId);
    bodyOf(await all.change({ approvals: null }), 202);
  });
});
