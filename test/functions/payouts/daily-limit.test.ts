import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FundedDayEntity } from '../../../shared/payouts/funding/daily-limit.ts';
import type { Hint } from '../../../shared/ports/hint-queue.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { agreed } from '../../support/connections.ts';
import { crashAt } from '../../support/crash.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import {
  bodyOf,
  deliver,
  deliverInBatches,
  expectSoundBooks,
  pathOf,
  type TestOrganization,
} from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';

let scene: FundingScene;

beforeEach(async () => {
  scene = await FundingScene.start();
  await scene.connect();
  scene.chain.dailyLimit = dollars(150);
  scene.service.clock.now = Date.parse('2026-11-27T12:00:00Z');
});

afterEach(async () => {
  await expectSoundBooks(scene.service, scene.of);
  expect(await findingsOf(scene.service, scene.of)).toEqual([]);
});

type Named = { readonly payoutId: string };

const dollars = (amount: number) => BigInt(amount * 1_000_000);
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;

const newPayout = (amount = '100.00') => scene.payout({ reference: randomUUID(), amount });
const allow = (allowed: number) =>
  agreed(scene.service, {
    do: 'allow-funding',
    connectionId: scene.chain.connectionId,
    dollars: allowed,
    reason: 'looked at in an explorer',
  });
const stateOf = async (payout: Named, of: TestOrganization = scene.of) => {
  const { status, funding } = bodyOf(await scene.service.get(`${pathOf(of)}/orders/${payout.payoutId}`, of));
  return `${status} ${funding.status}`;
};
const states = async (payouts: readonly Named[]) =>
  (await Promise.all(payouts.map((payout) => stateOf(payout)))).sort();
const funded = async () => (await storedItems(scene.service, 'fundedDay')).map((row) => [row.day, row.funded]);
const alarms = () => scene.log.lines.filter(({ FundingLimited }) => FundingLimited === 1);

async function paid(amount = 100): Promise<Named> {
  const payout = await newPayout(`${amount}.00`);
  scene.send(payout, dollars(amount));
  await scene.passes(10 * secondMs);
  return payout;
}

describe('the limit of what a connection funds in a day', () => {
  test('lets what reaches it be funded, and nothing beyond it', async () => {
    const payouts = [await paid(100), await paid(50), await paid(10)];
    expect(await states(payouts)).toEqual(['completed funded', 'completed funded', 'pending confirming']);
    expect(await funded()).toEqual([['2026-11-27', 150_000_000]]);
    expect(alarms()).toHaveLength(1);
    expect(alarms()).toMatchObject([{ level: 'error', payoutId: payouts[2]?.payoutId, amount: '10.000000' }]);
    expectError(await scene.cancel(payouts[2] as Named), 'PAYOUT_NOT_CANCELABLE');
  });

  test('is kept by two payouts at once, of two organizations, behind two workers', async () => {
    const other = await scene.organization();
    const theirs = { of: other, payee: await scene.newPayee(other) };
    const [ours, their] = [await newPayout(), (await scene.pay({}, theirs)).body];
    const [first, second] = [scene.send(ours, dollars(100)), scene.send(their, dollars(100))];
    await Promise.all([scene.confirm(ours, first), scene.confirm(their, second, other)]);
    await scene.passes(minuteMs);
    expect([await stateOf(ours), await stateOf(their, other)].sort()).toEqual([
      'completed funded',
      'pending confirming',
    ]);
    expect(await funded()).toEqual([['2026-11-27', 100_000_000]]);
    await allow(100);
    await scene.passes(6 * minuteMs);
    expect([await stateOf(ours), await stateOf(their, other)]).toEqual(['completed funded', 'completed funded']);
  });

  test('fails none of many payouts at once that fit', async () => {
    scene.chain.dailyLimit = dollars(100);
    const payouts: Named[] = [];
    for (let count = 0; count < 10; count += 1) payouts.push(await newPayout('10.00'));
    const sent = payouts.map((payout) => scene.send(payout, dollars(10)));
    const answers = await Promise.all(payouts.map((payout, index) => scene.confirm(payout, sent[index]?.hash ?? '')));
    expect(answers.map(({ status }) => status)).toEqual(payouts.map(() => 200));
    await scene.passes(minuteMs);
    expect(new Set(await states(payouts))).toEqual(new Set(['completed funded']));
    expect(await funded()).toEqual([['2026-11-27', 100_000_000]]);
    expect(alarms()).toEqual([]);
  });

  test('is whole again when the day turns, but what waits is still for operators to allow', async () => {
    const [first, waiting] = [await paid(), await paid()];
    await scene.passes(13 * 60 * minuteMs);
    const next = await paid();
    expect(await states([first, waiting, next])).toEqual([
      'completed funded',
      'completed funded',
      'pending confirming',
    ]);
    expect(await stateOf(waiting)).toBe('pending confirming');
    expect(await funded()).toEqual([
      ['2026-11-27', 100_000_000],
      ['2026-11-28', 100_000_000],
    ]);
    expect(alarms().length).toBeGreaterThan(100);
    await allow(100);
    await scene.passes(6 * minuteMs);
    expect(await stateOf(waiting)).toBe('completed funded');
    expect(await funded()).toHaveLength(2);
  });

  test('keeps no price from being locked: money above it waits, and is paid at the price of its quote once operators allow it', async () => {
    await paid(100);
    const payout = await newPayout('100.00');
    scene.service.clock.advance(31 * minuteMs);
    scene.rail.price = async () => ({ rate: '0.93', fee: 25n });
    expect(bodyOf(await scene.quote(payout))).toMatchObject({ amount: '100.000000' });
    const sent = scene.send(payout, dollars(100));
    scene.rail.price = async () => ({ rate: '0.50', fee: 25n });
    expect(bodyOf(await scene.confirm(payout, sent))).toMatchObject({ funding: { status: 'confirming' } });
    await scene.passes(60 * minuteMs);
    expect(await stateOf(payout)).toBe('pending confirming');
    expectError(await scene.quote(payout), 'CONFLICT');
    expect(await funded()).toEqual([['2026-11-27', 100_000_000]]);
    await allow(100);
    await scene.passes(6 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', rate: '0.93' });
    expect(await funded()).toEqual([['2026-11-27', 100_000_000]]);
  });

  test('counts once, whenever the worker dies that funds the payout', async () => {
    let payouts = 0;
    for (const moment of ['before', 'after'] as const)
      for (let call = 1, isOver = false; !isOver; call += 1) {
        const payout = await newPayout('1.00');
        scene.send(payout, dollars(1));
        const { intercept, crashed } = crashAt({ call, moment });
        const dying = scene.service.process(intercept, { deposits: scene.chain.port, senders: scene.senders });
        const hints = await storedItems(scene.service, 'dueWork');
        const hint = hints.find(({ kind, organizationId }) => kind === 'funding' && organizationId === 'stage');
        scene.service.clock.advance(6 * secondMs);
        isOver = (await Promise.race([deliver(dying, [hint as unknown as Hint]), crashed])) !== 'crashed';
        await scene.passes(2 * minuteMs);
        payouts += 1;
        expect(await stateOf(payout)).toBe('completed funded');
        expect(await funded()).toEqual([['2026-11-27', payouts * 1_000_000]]);
      }
    expect(payouts).toBeGreaterThan(10);
  });

  test('is a million dollars where settings do not name one', async () => {
    scene.chain.dailyLimit = undefined;
    const rest = { connectionId: scene.chain.connectionId, day: '2026-11-27' };
    await scene.service.runtime.store.put(FundedDayEntity, {
      ...rest,
      version: 1,
      funded: 999_900_000_000,
      expiresAt: 2e9,
    });
    const payouts = [await paid(100), await paid(1)];
    expect(await states(payouts)).toEqual(['completed funded', 'pending confirming']);
  });

  test('holds for money that came late or while its token was paused, too', async () => {
    const about = { connectionId: scene.chain.connectionId, token: 'USDC', reason: 'as agreed' };
    const [inTime, late] = [await newPayout(), await newPayout()];
    await performed(scene.service, 'connections', { do: 'pause-token', ...about });
    scene.send(inTime, dollars(100));
    scene.service.clock.advance(31 * minuteMs);
    scene.send(late, dollars(100));
    await scene.passes(10 * minuteMs);
    await agreed(scene.service, { do: 'resume-token', ...about });
    await scene.passes(6 * minuteMs);
    expect(await states([inTime, late])).toEqual(['completed funded', 'pending confirming']);
    await allow(100);
    await scene.passes(6 * minuteMs);
    expect(await states([inTime, late])).toEqual(['completed funded', 'completed funded']);
  });
});

describe('what operators allow', () => {
  test('funds what it suffices for, once, and not for longer than a day', async () => {
    await paid(140);
    const [first, second, third] = [await paid(60), await paid(60), await paid(60)];
    await allow(59);
    await scene.passes(6 * minuteMs);
    expect(new Set(await states([first, second, third]))).toEqual(new Set(['pending confirming']));
    await allow(2);
    await scene.passes(6 * minuteMs);
    expect(await states([first, second, third])).toEqual([
      'completed funded',
      'pending confirming',
      'pending confirming',
    ]);
    scene.service.clock.advance(dayMs);
    await allow(59);
    await scene.passes(6 * minuteMs);
    expect((await states([first, second, third])).filter((state) => state === 'completed funded')).toHaveLength(1);
  });

  test('is kept by two that would take it at once', async () => {
    await paid(140);
    const waiting = [await paid(60), await paid(60)];
    await allow(100);
    await scene.passes(6 * minuteMs, async (service, hints) => {
      await Promise.all(hints.map((hint) => deliverInBatches(service, [hint])));
    });
    expect(await states(waiting)).toEqual(['completed funded', 'pending confirming']);
  });

  test('funds no payout whose token is paused', async () => {
    await paid(140);
    const waiting = await paid(60);
    const about = { connectionId: scene.chain.connectionId, token: 'USDC', reason: 'as agreed' };
    await performed(scene.service, 'connections', { do: 'pause-token', ...about });
    await allow(60);
    await scene.passes(6 * minuteMs);
    expect(await stateOf(waiting)).toBe('pending confirming');
    await agreed(scene.service, { do: 'resume-token', ...about });
    await scene.passes(6 * minuteMs);
    expect(await stateOf(waiting)).toBe('completed funded');
  });

  test('takes two of them', async () => {
    await paid(140);
    const waiting = await paid(60);
    const input = { do: 'allow-funding', connectionId: scene.chain.connectionId, dollars: 60, reason: 'as agreed' };
    const { proposalId } = await performed(scene.service, 'connections', input);
    const confirmation = { organizationId: 'stage', proposalId, decision: 'execute' };
    expectRefusal(await perform(scene.service, 'confirm', confirmation, { operator: 'ada' }), 'FORBIDDEN');
    await scene.passes(6 * minuteMs);
    expect(await stateOf(waiting)).toBe('pending confirming');
    for (const wrong of [0, -1, 1.5, 1e12])
      expect((await perform(scene.service, 'connections', { ...input, dollars: wrong })).error.type).toBe(
        'VALIDATION_ERROR',
      );
  });
});
