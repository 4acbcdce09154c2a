import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApprovalEntity } from '../../../shared/approvals/approval.ts';
import { RecipientEntity } from '../../../shared/corridors/recipients/recipient.ts';
import { leaseMs } from '../../../shared/journal/due/claim-work.ts';
import { maxAttempts } from '../../../shared/journal/due/postpone-or-park.ts';
import { RailRefusal, RailUnavailable } from '../../../shared/ports/payout-rail.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { bodyOf, deliver, expectSoundBooks, pathOf, readFeed, readLedger, settle } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import type { TestService } from '../../support/service.ts';
import { headOf, resume, suspend } from '../journal/commit/support.ts';
import { workOf } from '../journal/due/support.ts';
import {
  approvalOf,
  balanceOf,
  type Guarded,
  guarded,
  hintOf,
  pend,
  posted,
  startApprovals,
  storedApproval,
  told,
  vote,
  work,
} from './support.ts';

let stage: Awaited<ReturnType<typeof startApprovals>>;
let service: TestService;

beforeAll(async () => {
  stage = await startApprovals();
  service = stage.service;
});
beforeEach(() => {
  stage.rail.price = new FakeRail().price;
});

/** An approval that has its votes, and whose work is due. */
async function approved(body: Readonly<Record<string, unknown>> = {}, policy: Parameters<typeof guarded>[1] = {}) {
  const all = await guarded(service, policy);
  const { approvalId } = await pend(service, all, body);
  expect(bodyOf(await vote(service, all.of, approvalId, all.voter(0))).status).toBe('approved');
  return { ...all, approvalId };
}

/** What an approval that could not be executed must leave. */
async function expectFailed({ of, approvalId }: Guarded & { approvalId: string }, failureReason: string) {
  const approval = await approvalOf(service, of, approvalId);
  expect(approval).toMatchObject({ status: 'failed', failureReason });
  expect(approval).not.toHaveProperty('payoutId');
  const event = (await readFeed(service, of)).at(-1);
  expect(event).toMatchObject({ type: 'payout_approval.failed', data: approval });
  expect(await posted(service, of)).toEqual(['hold -100.00', 'hold_release 100.00']);
  expect(bodyOf(await service.get(`${pathOf(of)}/orders`, of)).data).toEqual([]);
  expect(await balanceOf(service, of)).toEqual({ available: '1000.00', held: '0.00' });
  await expectSoundBooks(service, of);
}

describe('an approved payout', () => {
  test(
    'is due at once, and is made in one commit with the release of its hold and the end of its approval',
    quotes({
      'States and transitions > Approval':
        'executed | payout created at `pending`; event `payout_approval.executed` carries `payoutId`',
      'Resources and their fields > Approval': 'An executed approval carries the `payoutId` it became.',
      'States and transitions > Payout': 'or executed approval | accepted',
    }),
    async () => {
      const { of, approvalId } = await approved({ reference: 'invoice 7' });
      expect((await hintOf(service, of, approvalId)).dueAt).toBe(service.clock.now);
      service.clock.advance(1_000);
      await work(service, of, approvalId);
      const approval = await approvalOf(service, of, approvalId);
      const [payout] = bodyOf(await service.get(`${pathOf(of)}/orders?reference=invoice%207`, of)).data;
      expect(payout).toMatchObject({
        status: 'pending',
        approvalId,
        sourceAmount: '100.00',
        destinationAmount: '91.54',
      });
      expect(approval).toMatchObject({ status: 'executed', payoutId: payout.payoutId });
      const events = (await readFeed(service, of)).slice(-2);
      expect(events).toMatchObject([
        { type: 'payout_approval.executed', payoutId: payout.payoutId, data: approval },
        { type: 'payout.pending', payoutId: payout.payoutId, data: payout },
      ]);
      expect(new Set(events.map(({ createdAt }) => createdAt)).size).toBe(1);
      expect(await posted(service, of)).toEqual(['hold -100.00', 'hold_release 100.00', 'payout -100.00']);
      expect((await readLedger(service, of)).at(-2)).toMatchObject({ approvalId });
      expect(await balanceOf(service, of)).toEqual({ available: '900.00', held: '0.00' });
      expect(
        await workOf(service.runtime, { organizationId: of.organizationId, kind: 'approvals', resourceId: approvalId }),
      ).toBeUndefined();
      await expectSoundBooks(service, of);
    },
  );

  test('goes its way like any other; its feed begins with its approval', async () => {
    const { of, approvalId } = await approved();
    await settle(service);
    const { payoutId } = await approvalOf(service, of, approvalId);
    expect((await readFeed(service, of, `payoutId=${payoutId}`)).map(({ type }) => type)).toEqual([
      'payout_approval.executed',
      'payout.pending',
      'payout.processing',
      'payout.completed',
    ]);
    await expectSoundBooks(service, of);
  });

  test('is at the price of the day, within what is held', async () => {
    const { of, approvalId } = await approved({ amount: '100.00', amountLeg: 'destination' });
    stage.rail.price = async ({ fee }) => ({ rate: '0.93', fee });
    await work(service, of, approvalId);
    // 109.20 was held: 100.00 at 0.92 and the fee.
    expect(await posted(service, of)).toEqual(['hold -109.20', 'hold_release 109.20', 'payout -108.03']);
    await expectSoundBooks(service, of);
  });

  test('counts against the caps when it is sent', async () => {
    const { of, rules, control, approvalId } = await approved();
    await control({ approvals: rules, velocity: { payouts: 1, minutes: 10 } });
    await work(service, of, approvalId);
    const { paidToday, recentPayouts } = await headOf(service.runtime, of.organizationId);
    expect([paidToday?.amount, recentPayouts?.length]).toEqual([100_00n, 1]);
  });

  test('is sorted among orders by when it was made', async () => {
    const { of, recipient, approvalId, voter } = await guarded(service).then(async (all) => ({
      ...all,
      approvalId: (await pend(service, all)).approvalId as string,
    }));
    service.clock.advance(1_000);
    const { destinationAccountId } = recipient.methods[0];
    const small = { amount: '1.00', destinationAccountId };
    const { payoutId } = bodyOf(await service.post(`${pathOf(of)}/payouts`, of, small));
    service.clock.advance(1_000);
    await vote(service, of, approvalId, voter(0));
    await work(service, of, approvalId);
    const { data } = bodyOf(await service.get(`${pathOf(of)}/orders`, of));
    expect(data.map((order: { approvalId?: string }) => order.approvalId)).toEqual([approvalId, undefined]);
    expect(data[1].payoutId).toBe(payoutId);
  });
});

describe('what has changed since the votes binds: the approval fails, and its hold is released', () => {
  test('the organization is suspended: ACCOUNT_BLOCKED', async () => {
    const all = await approved();
    await suspend(service.runtime, all.of.organizationId);
    await work(service, all.of, all.approvalId);
    await resume(service.runtime, all.of.organizationId);
    await expectFailed(all, 'ACCOUNT_BLOCKED');
  });

  test('the recipient is blocked: PAYOUT_REFUSED', async () => {
    const all = await approved();
    const { organizationId } = all.of;
    const key = { entity: RecipientEntity, key: { organizationId, recipientId: all.recipient.recipientId } };
    const recipient = await service.runtime.store.get(key);
    if (recipient) await service.runtime.store.put(RecipientEntity, { ...recipient, status: 'blocked', version: 2 });
    await work(service, all.of, all.approvalId);
    await expectFailed(all, 'PAYOUT_REFUSED');
  });

  test.each([
    ['a daily cap', { limits: { daily: 99_99n } }],
    ['a single cap', { limits: { single: 99_99n } }],
    ['a cap on an end user', { limits: { perEndUserDaily: 99_99n } }],
    ['a velocity cap', { velocity: { payouts: 0, minutes: 10 } }],
  ])('%s: PAYOUT_LIMIT_EXCEEDED', async (_what, controls) => {
    const all = await approved({ endUserId: 'user' });
    await all.control({ approvals: all.rules, ...controls });
    await work(service, all.of, all.approvalId);
    await expectFailed(all, 'PAYOUT_LIMIT_EXCEEDED');
  });

  test('the price has moved past expectDestination: RATE_DRIFT_EXCEEDED', async () => {
    const all = await approved({ expectDestination: { amount: '91.54' } });
    stage.rail.price = async ({ fee }) => ({ rate: '0.919', fee });
    await work(service, all.of, all.approvalId);
    await expectFailed(all, 'RATE_DRIFT_EXCEEDED');
  });

  test('it would debit more than was approved: RATE_DRIFT_EXCEEDED', async () => {
    const all = await approved({ amount: '91.54', amountLeg: 'destination' });
    stage.rail.price = async ({ fee }) => ({ rate: '0.919', fee });
    await work(service, all.of, all.approvalId);
    await expectFailed(all, 'RATE_DRIFT_EXCEEDED');
  });

  test('its rail does not take the amount any more: PROVIDER_REJECTED', async () => {
    const all = await approved();
    stage.rail.price = async () => Promise.reject(new RailRefusal('below the minimum'));
    await work(service, all.of, all.approvalId);
    await expectFailed(all, 'PROVIDER_REJECTED');
  });
});

describe('what has changed and does not bind', () => {
  test.each([
    ['a higher threshold', { threshold: 500_00n, quorum: 1, approvers: [] }],
    ['a larger quorum, after the last vote', { threshold: 1n, quorum: 9, approvers: [] }],
    ['no threshold at all', undefined],
  ])('%s: it is executed all the same', async (_what, approvals) => {
    const { of, control, approvalId } = await approved();
    await control({ approvals });
    await work(service, of, approvalId);
    expect((await approvalOf(service, of, approvalId)).status).toBe('executed');
    expect(await told(service, of)).toEqual([
      'payout_approval.requested',
      'payout_approval.executed',
      'payout.pending',
    ]);
  });
});

describe('a rail that cannot be asked', () => {
  test('is asked again later, and meanwhile the amount stays held', async () => {
    const { of, approvalId } = await approved();
    stage.rail.price = async () => Promise.reject(new Error('no route to host'));
    await work(service, of, approvalId);
    expect(await balanceOf(service, of)).toEqual({ available: '900.00', held: '100.00' });
    stage.rail.price = new FakeRail().price;
    await work(service, of, approvalId);
    expect((await approvalOf(service, of, approvalId)).status).toBe('executed');
    await expectSoundBooks(service, of);
  });

  test('is waited for when it says that it is out as a whole, however long that takes', async () => {
    const { of, approvalId } = await approved();
    stage.rail.price = async () => Promise.reject(new RailUnavailable('out'));
    for (let attempt = 0; attempt <= maxAttempts; attempt += 1) await work(service, of, approvalId);
    const key = { organizationId: of.organizationId, kind: 'approvals', resourceId: approvalId } as const;
    expect((await workOf(service.runtime, key))?.parkedAt).toBeUndefined();
    stage.rail.price = new FakeRail().price;
    await work(service, of, approvalId);
    expect((await approvalOf(service, of, approvalId)).status).toBe('executed');
    await expectSoundBooks(service, of);
  });

  test('for long leaves the work parked, approved and held, for a person to look at', async () => {
    const { of, approvalId } = await approved();
    stage.rail.price = async () => Promise.reject(new Error('no route to host'));
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) await work(service, of, approvalId);
    const key = { organizationId: of.organizationId, kind: 'approvals', resourceId: approvalId } as const;
    expect((await workOf(service.runtime, key))?.parkedAt).toBe(service.clock.now);
    expect((await approvalOf(service, of, approvalId)).status).toBe('approved');
    await expectSoundBooks(service, of);
  });
});

describe('nothing else can be executed under an approval', () => {
  test.each([
    ['another amount', { content: (text: string) => text.replace('"100.00"', '"900.00"') }],
    ['another account', { content: (text: string) => text.replace(/acct_\w/, 'acct_z') }],
    ['another hold', { hold: { amount: 900_00n, currency: 'USD' } }],
  ])('%s: the work is parked, and no money moves', async (_what, change) => {
    const { of, approvalId } = await approved();
    const approval = await storedApproval(service, of, approvalId);
    const content = 'content' in change ? change.content(approval.content) : approval.content;
    expect([content, 'hold' in change]).not.toEqual([approval.content, false]);
    await service.runtime.store.put(ApprovalEntity, { ...approval, ...('hold' in change && change), content });
    await work(service, of, approvalId);
    expect(await posted(service, of)).toEqual(['hold -100.00']);
    expect((await storedApproval(service, of, approvalId)).status).toBe('approved');
    const key = { organizationId: of.organizationId, kind: 'approvals', resourceId: approvalId } as const;
    expect((await workOf(service.runtime, key))?.parkedAt).toBe(service.clock.now);
    await service.runtime.store.put(ApprovalEntity, approval);
    await expectSoundBooks(service, of);
  });
});

describe('work that comes twice, early or late', () => {
  test('two workers at once make one payout', async () => {
    const { of, approvalId } = await approved();
    const hint = await hintOf(service, of, approvalId);
    await Promise.all([deliver(service, [hint]), deliver(service, [hint, hint])]);
    await deliver(service, [hint]);
    expect(await posted(service, of)).toEqual(['hold -100.00', 'hold_release 100.00', 'payout -100.00']);
    await expectSoundBooks(service, of);
  });

  test('a worker that lost its lease while it asked for the price finds the payout made', async () => {
    const { of, approvalId } = await approved();
    const hint = await hintOf(service, of, approvalId);
    const price = new FakeRail().price;
    let asked = 0;
    stage.rail.price = async (corridor, wanted) => {
      asked += 1;
      if (asked === 1) {
        service.clock.advance(leaseMs);
        await deliver(service, [await hintOf(service, of, approvalId)]);
      }
      return price(corridor, wanted);
    };
    await deliver(service, [hint]);
    expect(asked).toBe(2);
    expect(await posted(service, of)).toEqual(['hold -100.00', 'hold_release 100.00', 'payout -100.00']);
    await expectSoundBooks(service, of);
  });

  test('a hint for the expiry that comes early changes nothing', async () => {
    const all = await guarded(service);
    const { approvalId } = await pend(service, all);
    const hint = await hintOf(service, all.of, approvalId);
    await deliver(service, [hint]);
    expect((await approvalOf(service, all.of, approvalId)).status).toBe('pending');
    await work(service, all.of, approvalId);
    expect((await approvalOf(service, all.of, approvalId)).status).toBe('expired');
  });
});

test('work that shows before the approval it is about does not end', async () => {
  const all = await guarded(service);
  const { approvalId } = await pend(service, all, {});
  expect(bodyOf(await vote(service, all.of, approvalId, all.voter(0))).status).toBe('approved');
  let hidden = 0;
  const early = service.process(async (call, send) => {
    if (hidden > 0 || call.name !== 'Get' || !JSON.stringify(call.input).includes('APPROVAL#')) return send();
    hidden += 1;
    return {};
  });

  await work(early, all.of, approvalId);
  expect(hidden).toBe(1);
  expect(await storedApproval(service, all.of, approvalId)).toMatchObject({ status: 'approved' });

  await work(service, all.of, approvalId);
  expect(await storedApproval(service, all.of, approvalId)).toMatchObject({ status: 'executed' });
});
