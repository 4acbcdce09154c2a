import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import { fundComplete } from '../../../shared/payouts/arrivals/fund-complete.ts';
import { type PayoutMemo, readMemo } from '../../../shared/payouts/lifecycle/payout-memo.ts';
import { catchUpPayout } from '../../../shared/payouts/lifecycle/restore-payout.ts';
import type { SelfFundedPayout } from '../../../shared/payouts/payout/funding.ts';
import { PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import { type RailRecord, RailRefusal, RailUnavailable } from '../../../shared/ports/payout-rail.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { bodyOf, expectSoundBooks, pathOf, readLedger } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';

let scene: FundingScene;

beforeEach(async () => {
  scene = await FundingScene.start();
});

afterEach(async () => {
  await expectSoundBooks(scene.service, scene.of);
  expect(await findingsOf(scene.service, scene.of)).toEqual([]);
});

type Named = { readonly payoutId: string };

const dollars = (amount: number) => BigInt(Math.round(amount * 1_000_000));
const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** What the rail asks for from now on: a rate, and the fee of the corridor unless another is named. */
function ask(rate: string, fee = 25n): void {
  scene.rail.price = async () => ({ rate, fee });
}

/** Sends the money of a payout half an hour after it was made, and lets the worker see it. */
async function sendLate(payout: Named, amount = dollars(100)): Promise<void> {
  scene.service.clock.advance(30 * minuteMs + secondMs);
  scene.send(payout, amount);
  await scene.passes(20 * secondMs);
}

/** What the rail was told to pay. */
const told = ({ payoutId }: Named) => scene.rail.received.get(payoutId)?.instruction.destinationAmount;

async function expectHeld(payout: Named, amount = '100.00'): Promise<void> {
  expect(await scene.read(payout)).toMatchObject({
    status: 'failed',
    failureCode: 'quote_expired',
    fundsReturned: false,
    funding: { status: 'held' },
  });
  expect(scene.rail.calls).toEqual([]);
  expect(await scene.deposits()).toMatchObject([{ amount, status: 'pending', payoutId: payout.payoutId }]);
  expect(await readLedger(scene.service, scene.of)).toEqual([]);
}

describe('money that comes while the price holds', () => {
  test('is paid at that price, however late it is final and found', async () => {
    const payout = await scene.payout();
    ask('0.50');
    scene.chain.behind = 10;
    scene.service.clock.advance(30 * minuteMs);
    scene.chain.mine({ ...payout, amount: dollars(100) }, { madeAt: scene.service.clock.now });
    await scene.passes(60 * minuteMs);
    scene.chain.finalize();
    await scene.passes(11 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({
      status: 'completed',
      destinationAmount: payout.destinationAmount,
    });
    expect(told(payout)).toBe(91_77n);
  });

  test('is what the instructions tell of, with what becomes of later money', async () => {
    const payout = await scene.payout();
    const { now } = scene.service.clock;
    expect(await scene.get(`/payouts/${payout.payoutId}/funding`)).toMatchObject({
      expiresAt: null,
      priceExpiresAt: timestamp(now + 30 * minuteMs),
      minimumDestinationAmount: '90.86',
    });
    const expected = { amount: '80.00', tolerance: '0.125' };
    const careless = await scene.payout({ amount: '99.00', expectDestination: expected });
    const instructions = await scene.get(`/payouts/${careless.payoutId}/funding`);
    expect(instructions.minimumDestinationAmount).toBe('70.00');
  });
});

describe('money that comes later', () => {
  test('is paid at the price of then, where at most one percent less arrives', async () => {
    const payout = await scene.payout();
    // (100.00 - 0.25) x 0.911
    ask('0.911');
    await sendLate(payout);
    const repriced = { sourceAmount: '100.00', destinationAmount: '90.87', rate: '0.911' };
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', ...repriced });
    expect(told(payout)).toBe(90_87n);
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
    expect(await scene.deposits()).toEqual([]);
  });

  test('brings more where the price has become better', async () => {
    const payout = await scene.payout();
    ask('0.95');
    await sendLate(payout);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', destinationAmount: '94.76' });
  });

  test('is held where less would arrive, and the caps of its day get it back', async () => {
    await scene.change(scene.of, { limits: { daily: 150_00n } });
    const payout = await scene.payout();
    ask('0.9108');
    await sendLate(payout);
    await expectHeld(payout);
    await scene.payout({ amount: '149.00' });
  });

  test('is paid where the organization expected no more', async () => {
    const payout = await scene.payout({ expectDestination: { amount: '90.00', tolerance: '0.25' } });
    ask('0.68');
    await sendLate(payout);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', destinationAmount: '67.83' });
  });

  test('is held where the organization expected more', async () => {
    const payout = await scene.payout({ expectDestination: { amount: '91.77' } });
    ask('0.9199');
    await sendLate(payout);
    await expectHeld(payout);
  });

  test('is late although the first part of it was not', async () => {
    const payout = await scene.payout();
    ask('0.50');
    scene.send(payout, dollars(99));
    await sendLate(payout, dollars(1));
    await expectHeld(payout);
  });

  test('is late by its newest part, also where a person has an older one judged again', async () => {
    const listed = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
    scene.listed.add(listed);
    const payout = await scene.payout();
    scene.send(payout, dollars(50), { signer: listed });
    ask('0.50');
    await sendLate(payout, dollars(50));
    scene.listed.clear();
    const { organizationId } = scene.of;
    await performed(scene.service, 'judge-transfers', {
      organizationId,
      payoutId: payout.payoutId,
      reason: 'clear',
    });
    await scene.passes(10 * secondMs);
    await expectHeld(payout);
  });

  test('holds a surplus beside the payout', async () => {
    const payout = await scene.payout();
    await sendLate(payout, dollars(100.5));
    expect((await scene.read(payout)).status).toBe('completed');
    expect(await scene.deposits()).toMatchObject([{ amount: '0.50', status: 'pending' }]);
  });

  test('waits while the rail does not answer: nothing else does, and the payout is not canceled', async () => {
    const [payout, other] = [await scene.payout(), await scene.payout({ amount: '50.00' })];
    scene.rail.price = async () => {
      throw new RailUnavailable('the rail is down');
    };
    scene.send(other, dollars(50));
    await sendLate(payout);
    expect((await scene.read(other)).status).toBe('completed');
    const waiting = { status: 'pending', funding: { status: 'confirming', received: '100.000000' } };
    expect(await scene.read(payout)).toMatchObject(waiting);
    expect((await scene.cancel(payout)).body).toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE' });
    const path = `${pathOf(scene.of)}/payouts/${payout.payoutId}/funding`;
    expect((await scene.service.get(path, scene.of)).body).toMatchObject({ type: 'FUNDING_NOT_APPLICABLE' });
    scene.send(payout, dollars(3));
    await scene.passes(10 * secondMs);
    expect(await scene.deposits()).toMatchObject([{ amount: '3.00', status: 'pending' }]);
    ask('0.92');
    await scene.passes(60 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', funding: { received: '100.000000' } });
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });

  test.each<[string, () => void]>([
    [
      'the rail refuses the amount',
      () => {
        scene.rail.price = async () => {
          throw new RailRefusal('no');
        };
      },
    ],
    ['nothing would arrive', () => ask('0.92', 100_00n)],
    [
      'its corridor is gone',
      () => {
        scene.rail.corridors = () => [];
      },
    ],
  ])('is held where %s', async (_, change) => {
    const payout = await scene.payout();
    change();
    await sendLate(payout);
    await expectHeld(payout);
  });

  test('is priced again when it is confirmed, and the confirmation is answered meanwhile', async () => {
    const payout = await scene.payout();
    ask('0.95');
    scene.service.clock.advance(31 * minuteMs);
    const { hash } = scene.send(payout, dollars(100));
    const confirmed = bodyOf(await scene.confirm(payout, hash));
    expect(confirmed).toMatchObject({ status: 'pending', funding: { status: 'confirming', received: '100.000000' } });
    expect(bodyOf(await scene.confirm(payout, hash))).toEqual(confirmed);
    const another = scene.send(payout, dollars(1));
    expect((await scene.confirm(payout, another)).body).toMatchObject({ type: 'CONFLICT' });
    await scene.passes(10 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', destinationAmount: '94.76' });
  });

  test('is priced and paid once, however often the worker dies', async () => {
    const payout = await scene.payout();
    let deaths = 3;
    scene.rail.price = async ({ fee }) => {
      deaths -= 1;
      if (deaths >= 0) throw new Error('the process died');
      return { rate: '0.95', fee };
    };
    await sendLate(payout);
    await scene.passes(60 * minuteMs);
    expect(deaths).toBeLessThan(0);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', destinationAmount: '94.76' });
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });

  test('is priced and paid once where two workers price it at once', async () => {
    const payout = await scene.payout();
    ask('0.95');
    scene.service.clock.advance(31 * minuteMs);
    bodyOf(await scene.confirm(payout, scene.send(payout, dollars(100))));
    const { organizationId } = scene.of;
    const { runtime } = scene.service;
    const row = await runtime.store.get(refTo(PayoutEntity, { organizationId, payoutId: payout.payoutId }));
    await Promise.all([1, 2].map(() => fundComplete(runtime, row as SelfFundedPayout)));
    await scene.passes(10 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', destinationAmount: '94.76' });
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });

  test('funds what was sent before a restore, at the price at which it was sent', async () => {
    const { store } = scene.service.runtime;
    const payout = await scene.payout();
    const backup = await takeBackup(store);
    ask('0.95');
    await sendLate(payout);
    const record = (await scene.rail.since(0, scene.service.clock.now)).records[0] as RailRecord;
    expect((readMemo(record.memo) as PayoutMemo).payout.rate).toBe('0.95');
    await restoreBackup(store, backup);
    const { organizationId } = scene.of;
    await catchUpPayout(scene.service.runtime, record, {
      organizationId,
      requestId: 'req_restore',
      at: scene.service.clock.now,
      action: 'payout.restore',
      actor: { actorUserId: 'operator:ada' },
    });
    await scene.passes(60 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', destinationAmount: '94.76', rate: '0.95' });
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });
});

describe('of a payout of which an exact amount is to arrive', () => {
  const exactly = { amount: '91.77', amountLeg: 'destination' };

  test('later money pays for all of it, and what it takes less is held and given back to the caps', async () => {
    await scene.change(scene.of, { limits: { daily: 150_00n } });
    const payout = await scene.payout(exactly);
    expect(payout.sourceAmount).toBe('100.00');
    ask('0.95');
    await sendLate(payout);
    // 91.77 / 0.95 + 0.25
    expect(await scene.read(payout)).toMatchObject({
      status: 'completed',
      sourceAmount: '96.85',
      destinationAmount: '91.77',
    });
    expect(told(payout)).toBe(91_77n);
    expect(await scene.deposits()).toMatchObject([{ amount: '3.15', status: 'pending' }]);
    const more = { type: 'PAYOUT_LIMIT_EXCEEDED' };
    expect((await scene.pay({ amount: '53.16' })).body).toMatchObject(more);
    await scene.payout({ amount: '53.15' });
  });

  test('later money that is a cent short of it is held: it is never paid short', async () => {
    const payout = await scene.payout(exactly);
    ask('0.9199');
    await sendLate(payout);
    await expectHeld(payout);
  });

  test('later money that would do, of which less was counted, is held', async () => {
    const payout = await scene.payout(exactly);
    ask('0.91');
    await sendLate(payout, dollars(150));
    await expectHeld(payout, '150.00');
  });
});
