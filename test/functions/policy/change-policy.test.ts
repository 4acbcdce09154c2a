import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Organization } from '../../../shared/identity/organization.ts';
import { setControls } from '../../shared/journal/commit/support.ts';
import { governed, patch, policyOf } from '../../shared/payouts/policy/support.ts';
import { auditRows, expectError, faultsOf } from '../../support/answers.ts';
import { bodyOf, pathOf, readFeed, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService, type TestSession } from '../../support/service.ts';

let service: TestService;
let of: TestOrganization;
let owner: TestSession;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  of = await service.organization();
  owner = await service.member(of.organizationId, 'owner');
});

const change = (body: unknown, by: Parameters<typeof patch>[2] = owner) => patch(service, of, by, body);
const operators = (count: number) => membersOf('operator', count);

async function membersOf(role: 'operator' | 'admin' | 'viewer', count: number): Promise<string[]> {
  const members: string[] = [];
  while (members.length < count) members.push((await service.member(of.organizationId, role)).userId);
  return members;
}

const uncontrolled = {
  endUsersCountedSince: null,
  features: [],
  currency: 'USD',
  limits: { single: null, daily: null, perEndUserDaily: null },
  velocity: null,
  approvals: null,
};

describe('an owner', () => {
  test('sets every control, reads what is set, and lifts what nobody has to approve', async () => {
    const limits = { single: '1000.00', daily: '5000.00', perEndUserDaily: '200.00' };
    const velocity = { payouts: 60, minutes: 1_440 };
    const endUsersCountedSince = new Date(service.clock.now).toISOString();
    const set = { ...uncontrolled, limits, velocity, endUsersCountedSince };
    expect(bodyOf(await change({ limits, velocity }))).toEqual(set);
    expect(await policyOf(service, of)).toEqual(set);
    expect(bodyOf(await change({ limits: { daily: null, single: '2000' } })).limits).toEqual({
      ...limits,
      daily: null,
      single: '2000.00',
    });
    expect(bodyOf(await change({ limits: { single: null, perEndUserDaily: null }, velocity: null }))).toEqual({
      ...uncontrolled,
      endUsersCountedSince,
    });
    expect(await readFeed(service, of)).toEqual([]);
  });

  test('sets rules for approvals, with and without a threshold', async () => {
    const rules = { threshold: '50.00', dailyThreshold: '500.00', quorum: 2, approvers: await operators(3) };
    expect(bodyOf(await change({ approvals: rules })).approvals).toEqual(rules);
    const other = await service.organization();
    const first = await service.member(other.organizationId, 'owner');
    const second = await service.member(other.organizationId, 'admin');
    const without = { threshold: null, quorum: 1, approvers: [first.userId, second.userId] };
    expect(bodyOf(await patch(service, other, first, { approvals: without })).approvals).toEqual({
      ...without,
      dailyThreshold: null,
    });
  });

  test('sets a daily threshold without a threshold', async () => {
    const rules = { threshold: null, dailyThreshold: '500.00', quorum: 1, approvers: await operators(2) };
    expect(bodyOf(await change({ approvals: rules })).approvals).toEqual(rules);
  });

  test('sets and lowers a daily threshold at once; to raise, lift or leave it out waits', async () => {
    const { approvals, change: ask, policy } = await governed(service);
    const { dailyThreshold: _, ...forgetful } = approvals;
    bodyOf(await ask({ approvals: { ...approvals, dailyThreshold: '90.00' } }));
    const lower = { ...approvals, dailyThreshold: '80.00' };
    expect(bodyOf(await ask({ approvals: lower })).approvals).toEqual(lower);
    for (const looser of [{ ...lower, dailyThreshold: '80.01' }, { ...lower, dailyThreshold: null }, forgetful]) {
      bodyOf(await ask({ approvals: looser }), 202);
    }
    expect((await policy()).approvals).toEqual(lower);
  });

  test('is named in the audit log', async () => {
    bodyOf(await change({ limits: { single: '1.00' } }));
    service.clock.advance(1);
    expectError(await change({ approvals: { threshold: null, quorum: 1, approvers: ['nobody'] } }), 'BAD_REQUEST');
    expect((await auditRows(service, of)).slice(-2)).toMatchObject([
      { action: 'policy.change', outcome: 'succeeded', resourceId: of.organizationId, actorUserId: owner.userId },
      { action: 'policy.change', outcome: 'refused', errorType: 'BAD_REQUEST', actorUserId: owner.userId },
    ]);
  });

  test('changes it once with one idempotency key', async () => {
    const send = (single: string) =>
      service.call('PATCH', `${pathOf(of)}/policy`, owner, { idempotencyKey: 'once', body: { limits: { single } } });
    const first = await send('10.00');
    await change({ limits: { single: '5.00' } });
    const again = await send('10.00');
    expect(again.text).toBe(first.text);
    expectError(await send('20.00'), 'IDEMPOTENCY_KEY_CONFLICT');
    expect((await policyOf(service, of)).limits.single).toBe('5.00');
  });
});

describe('nobody else', () => {
  const body = { limits: { single: '1.00' } };

  test('of the organization changes it: FORBIDDEN, an API key UNAUTHORIZED', async () => {
    for (const role of ['admin', 'operator', 'viewer'] as const) {
      expectError(await change(body, await service.member(of.organizationId, role)), 'FORBIDDEN');
    }
    expectError(await change(body, of), 'UNAUTHORIZED');
    expect(await policyOf(service, of)).toEqual(uncontrolled);
  });

  test('changes it from another organization, not even its owner', async () => {
    const other = await service.organization();
    const stranger = await service.member(other.organizationId, 'owner');
    expectError(await change(body, stranger), 'FORBIDDEN');
    expect(await policyOf(service, of)).toEqual(uncontrolled);
  });
});

describe('refused', () => {
  const rules = { threshold: '50.00', quorum: 1, approvers: [] };
  test.each<[string, object, string]>([
    ['nothing', {}, ': custom'],
    ['no cap', { limits: {} }, ': custom'],
    ['an unknown control', { features: ['mass_payouts'] }, 'features: unrecognized_key'],
    ['an unknown cap', { limits: { weekly: '1.00' } }, 'limits.weekly: unrecognized_key'],
    ['a number', { limits: { single: 1 } }, 'limits.single: invalid_type'],
    ['less than nothing', { limits: { single: '-1.00' } }, 'limits.single: invalid_format'],
    ['more places than cents', { limits: { daily: '1.001' } }, 'limits.daily: invalid_format'],
    [
      'a threshold of more places',
      { approvals: { ...rules, threshold: '0.001' } },
      'approvals.threshold: invalid_format',
    ],
    [
      'a daily threshold of more places',
      { approvals: { ...rules, dailyThreshold: '0.001' } },
      'approvals.dailyThreshold: invalid_format',
    ],
    ['no threshold', { approvals: { quorum: 1, approvers: [] } }, 'approvals.threshold: required'],
    ['more payouts than are counted', { velocity: { payouts: 61, minutes: 1 } }, 'velocity.payouts: too_big'],
    ['no payouts', { velocity: { payouts: 0, minutes: 1 } }, 'velocity.payouts: too_small'],
    ['no minutes', { velocity: { payouts: 1, minutes: 0 } }, 'velocity.minutes: too_small'],
    ['more than a day', { velocity: { payouts: 1, minutes: 1_441 } }, 'velocity.minutes: too_big'],
    ['half a minute', { velocity: { payouts: 1, minutes: 0.5 } }, 'velocity.minutes: invalid_type'],
    ['no quorum', { approvals: { ...rules, quorum: 0 } }, 'approvals.quorum: too_small'],
    ['a quorum of 21', { approvals: { ...rules, quorum: 21 } }, 'approvals.quorum: too_big'],
    ['an approver twice', { approvals: { ...rules, approvers: ['a', 'a'] } }, 'approvals.approvers: custom'],
    [
      '51 approvers',
      { approvals: { ...rules, approvers: Array.from({ length: 51 }, (_, index) => `user-${index}`) } },
      'approvals.approvers: too_big',
    ],
  ])('is %s: VALIDATION_ERROR', async (_, body, fault) => {
    expect(faultsOf(await change(body))).toEqual([fault]);
  });
});

describe('rules under which nobody could agree are refused, and say why:', () => {
  const refused = async (answer: Promise<Answer>, detail: string) =>
    expectError(await answer, 'BAD_REQUEST', { detail });
  const rules = (quorum: number, approvers: readonly string[]) =>
    change({ approvals: { threshold: '50.00', quorum, approvers } });

  test('an approver who is nobody, may only look, or is of another organization', async () => {
    const [viewer = ''] = await membersOf('viewer', 1);
    const other = await service.organization();
    const { userId } = await service.member(other.organizationId, 'owner');
    const able = await operators(1);
    for (const stranger of [viewer, userId, 'user-nobody']) {
      await refused(rules(1, [...able, stranger]), `approvers: ${stranger} is not a member who may vote`);
    }
  });

  test.each([
    [1, 0],
    [1, 1],
    [2, 2],
    [4, 3],
  ])('a quorum of %i of %i named', async (quorum, named) => {
    const [asking = ''] = [owner.userId];
    const voters = [asking, ...(await operators(quorum))];
    const wanted = `${quorum} have to agree, so that at least ${quorum + 1} must be named`;
    await refused(rules(quorum, voters.slice(0, named)), `approvers: ${wanted}, not ${named}`);
    bodyOf(await rules(quorum, voters));
  });

  test('fifty approvers and a quorum of twenty fit in a commit', async () => {
    const fifty = await operators(50);
    expect(bodyOf(await rules(20, fifty)).approvals.approvers).toEqual(fifty);
  }, 30_000);
});

describe('the caps of the platform', () => {
  const cap = (platformLimits: Organization['platformLimits']) =>
    setControls(service.runtime, of.organizationId, { platformLimits });

  test('bound those that owners set, and stay when those are lifted', async () => {
    await cap({ single: 100_00n });
    expectError(await change({ limits: { single: '100.01' } }), 'BAD_REQUEST', {
      detail: "limits.single: above the platform's cap of 100.00 USD",
    });
    expect(bodyOf(await change({ limits: { single: '100.00', daily: '900.00' } })).limits.daily).toBe('900.00');
    expect(bodyOf(await change({ limits: { single: null } })).limits.single).toBe('100.00');
  });

  test('on velocity hold beside the own, which lifts none of them', async () => {
    const platform = { payouts: 5, minutes: 10 };
    await setControls(service.runtime, of.organizationId, { platformVelocity: platform });
    expect(bodyOf(await change({ velocity: null })).velocity).toEqual(platform);
    for (const velocity of [
      { payouts: 6, minutes: 10 },
      { payouts: 5, minutes: 9 },
    ]) {
      const detail = "velocity: above the platform's cap of 5 payouts in 10 minutes";
      expectError(await change({ velocity }), 'BAD_REQUEST', { detail });
    }
    for (const velocity of [platform, { payouts: 1, minutes: 1 }, { payouts: 20, minutes: 1_440 }]) {
      expect(bodyOf(await change({ velocity })).velocity).toEqual(velocity);
    }
    expect(bodyOf(await change({ velocity: null })).velocity).toEqual(platform);
  });

  test('that were lowered below an own one hinder no change of another', async () => {
    bodyOf(await change({ limits: { single: '500.00' } }));
    await cap({ single: 100_00n });
    expect(bodyOf(await change({ limits: { daily: '50.00' } })).limits).toMatchObject({
      single: '100.00',
      daily: '50.00',
    });
  });
});

describe('a change that loosens', () => {
  test('waits where there are approvals, and changes nothing meanwhile', async () => {
    const { of: guardedBy, owner: asking, approvals, change: ask, policy } = await governed(service);
    const before = await policy();
    const pending = bodyOf(await ask({ approvals: { ...approvals, threshold: '60.00' } }), 202);
    expect(pending).toEqual({
      status: 'pending_approval',
      approvalId: expect.stringMatching(/^apr_/),
      expiresAt: new Date(service.clock.now + 86_400_000).toISOString(),
    });
    expect(await policy()).toEqual(before);
    const { data } = bodyOf(await service.get(`${pathOf(guardedBy)}/payouts/approvals?status=pending`, guardedBy));
    expect(data).toMatchObject([
      {
        approvalId: pending.approvalId,
        kind: 'policy',
        initiator: { actorUserId: asking.userId },
        required: 1,
        policy: { from: { approvals }, to: { approvals: { ...approvals, threshold: '60.00' } } },
      },
    ]);
    expect(data[0]).not.toHaveProperty('held');
    const rows = await auditRows(service, guardedBy);
    expect(rows.filter(({ action }) => action === 'policy.change')).toMatchObject([
      { outcome: 'succeeded', resourceId: pending.approvalId },
    ]);
  });

  test('waits as a whole, with what tightens', async () => {
    const { change: ask, policy } = await governed(service);
    bodyOf(await ask({ limits: { single: '500.00', daily: '900.00' } }));
    bodyOf(await ask({ limits: { single: '600.00', daily: '100.00' } }), 202);
    expect((await policy()).limits).toMatchObject({ single: '500.00', daily: '900.00' });
  });

  test('waits where approvals have no threshold, too', async () => {
    const approvers = await operators(2);
    bodyOf(await change({ limits: { single: '5.00' }, approvals: { threshold: null, quorum: 1, approvers } }));
    bodyOf(await change({ limits: { single: null } }), 202);
    bodyOf(await change({ approvals: null }), 202);
  });

  test('holds at once where nobody has to approve, beside approvals that it brings', async () => {
    const approvers = await operators(2);
    bodyOf(await change({ limits: { single: '5.00' } }));
    const body = { limits: { single: '6.00' }, approvals: { threshold: '1.00', quorum: 1, approvers } };
    expect(bodyOf(await change(body)).limits.single).toBe('6.00');
  });

  test('is a voter more, or another; a voter less holds at once while more than the quorum remain', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await operators(4);
    const rules = (approvers: readonly string[]) => ({ approvals: { threshold: '1.00', quorum: 1, approvers } });
    bodyOf(await change(rules([first, second, third])));
    bodyOf(await change(rules([first, second, third, fourth])), 202);
    bodyOf(await change(rules([first, second, fourth])), 202);
    bodyOf(await change(rules([first, second])));
    expectError(await change(rules([first])), 'BAD_REQUEST');
  });
});
