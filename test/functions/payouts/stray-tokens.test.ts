import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { crashAt } from '../../support/crash.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { bodyOf, deliverInBatches, expectSoundBooks, pathOf, readFeed } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';

let scene: FundingScene;

beforeEach(async () => {
  scene = await FundingScene.start();
  scene.chain.isOtherIssued = true;
});

type Payout = Awaited<ReturnType<FundingScene['payout']>>;

const dollars = (amount: number) => BigInt(Math.round(amount * 1_000_000));
const minuteMs = 60_000;
const halfDayMs = 12 * 60 * minuteMs;
const sender = '0x5160000000000000000000000000000000000001';

/** Sends the other token to the address of a payout, in a final block. */
function sendOther({ payoutId }: Payout, amount: bigint, signer = sender) {
  const { contract } = scene.chain.otherToken;
  const mined = scene.chain.mine({ payoutId, amount, contract }, { madeAt: scene.service.clock.now, signer });
  scene.chain.finalize();
  return mined;
}

async function accept({ depositId }: { readonly depositId: string }) {
  const owner = await scene.service.member(scene.of.organizationId, 'owner');
  return scene.service.post(`${pathOf(scene.of)}/deposits/${depositId}/accept`, owner, undefined);
}

const available = async () => (await scene.get('/balance')).available;

function judged({ payoutId }: Payout, transaction?: { readonly hash: string }) {
  const { organizationId } = scene.of;
  const named = { organizationId, payoutId, reason: 'found', ...(transaction && { transaction: transaction.hash }) };
  return performed(scene.service, 'judge-transfers', named);
}

describe('another token at the address of a payout', () => {
  test('is a held deposit within a day, and funds nothing', async () => {
    const payout = await scene.payout();
    sendOther(payout, dollars(100));
    await scene.passes(halfDayMs + minuteMs);
    expect(await scene.read(payout)).toMatchObject({
      status: 'pending',
      funding: { status: 'waiting', received: '0.000000' },
    });
    const [deposit, ...others] = await scene.deposits();
    expect(others).toEqual([]);
    expect(deposit).toMatchObject({
      status: 'pending',
      method: 'crypto',
      amount: '100.00',
      currency: 'USD',
      chain: 'base',
      token: 'USDT',
      payoutId: payout.payoutId,
    });
    expect(scene.rail.calls).toEqual([]);
  });

  test('is accepted once it is at a treasury', async () => {
    const payout = await scene.payout();
    sendOther(payout, dollars(40.55));
    scene.chain.isSignerTaken = true;
    await scene.passes(halfDayMs + minuteMs);
    const [deposit] = await scene.deposits();
    expect((await accept(deposit)).body).toMatchObject({ type: 'CONFLICT' });
    scene.chain.isSignerTaken = false;
    await scene.passes(10 * minuteMs);
    expect(scene.chain.sentFlushes.map(({ contract }) => contract)).toEqual([scene.chain.otherToken.contract]);
    bodyOf(await accept(deposit));
    expect(await available()).toBe('40.55');
    expect(await readFeed(scene.service, scene.of)).toMatchObject([
      { type: 'payout.pending' },
      { type: 'deposit.completed' },
    ]);
    await expectSoundBooks(scene.service, scene.of);
  });

  test('does not count as money of the payout, which its own token funds as ever', async () => {
    const payout = await scene.payout();
    sendOther(payout, dollars(100));
    await scene.passes(halfDayMs + minuteMs);
    scene.send(payout, dollars(100));
    await scene.passes(30 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', funding: { received: '100.000000' } });
    expect(await scene.deposits()).toHaveLength(1);
    await scene.passes(4 * halfDayMs);
    expect(await scene.deposits()).toHaveLength(1);
    await expectSoundBooks(scene.service, scene.of);
  });

  test('is found after the payout has ended, each transfer once, however often it is looked for', async () => {
    const payout = await scene.payout();
    bodyOf(await scene.cancel(payout));
    sendOther(payout, dollars(1));
    sendOther(payout, dollars(2));
    await scene.passes(3 * halfDayMs);
    sendOther(payout, dollars(3));
    await scene.passes(5 * halfDayMs);
    expect((await scene.deposits()).map(({ amount }) => amount).sort()).toEqual(['1.00', '2.00', '3.00']);
  });

  test('is parked while its sender is listed, and is not flushed', async () => {
    const listed = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
    scene.listed.add(listed);
    const payout = await scene.payout();
    sendOther(payout, dollars(5), listed);
    await scene.passes(halfDayMs + 30 * minuteMs);
    expect(await scene.deposits()).toEqual([]);
    expect(scene.chain.sentFlushes).toEqual([]);
    expect(await judged(payout)).toMatchObject({
      transfers: [{ amount: '5.000000', chain: 'base', token: 'USDT', state: 'parked', parkedFor: 'listed' }],
    });
    scene.listed.clear();
    expect(await judged(payout)).toMatchObject({ transfers: [{ state: 'held' }] });
    expect(await scene.deposits()).toMatchObject([{ amount: '5.00', token: 'USDT' }]);
    await scene.passes(60 * minuteMs);
    expect(scene.chain.sentFlushes).toHaveLength(1);
  });

  test('that only stands in for an issuer’s goes to the treasury, and is nobody’s deposit', async () => {
    scene.chain.isOtherIssued = false;
    const payout = await scene.payout();
    sendOther(payout, dollars(5));
    await scene.passes(halfDayMs + 30 * minuteMs);
    expect(await scene.deposits()).toEqual([]);
    expect(scene.chain.sentFlushes).toHaveLength(1);
    expect(scene.log.lines).toContainEqual(
      expect.objectContaining({
        message: 'a transfer to the address of a payout is parked',
        parkedFor: 'unissued',
        TransferParked: 1,
      }),
    );
    const parked = { amount: '5.000000', token: 'USDbC', state: 'parked', parkedFor: 'unissued' };
    expect(await judged(payout)).toMatchObject({ transfers: [parked] });
  });

  test('of less than a cent is left where it is', async () => {
    const payout = await scene.payout();
    sendOther(payout, 9_999n);
    await scene.passes(3 * halfDayMs);
    expect(await scene.deposits()).toEqual([]);
    expect((await judged(payout)).transfers).toEqual([]);
    sendOther(payout, 1n);
    await scene.passes(halfDayMs);
    expect((await judged(payout, sendOther(payout, 10_000n))).transfers).toMatchObject([{ state: 'held' }]);
  });

  test('that was sent longer ago than nodes remember rings, and is recorded by its transaction', async () => {
    const payout = await scene.payout();
    const mined = sendOther(payout, dollars(7));
    scene.chain.mineBlocks(100);
    scene.chain.rememberedBlocks = 50;
    await scene.passes(halfDayMs + minuteMs);
    expect(await scene.deposits()).toEqual([]);
    expect(scene.log.lines).toContainEqual(
      expect.objectContaining({ message: 'money at the address of a payout was not found', TransferParked: 1 }),
    );
    expect(await judged(payout, mined)).toMatchObject({ transfers: [{ state: 'held', token: 'USDT' }] });
    expect(await judged(payout, mined)).toMatchObject({ transfers: [{ state: 'held' }] });
    expect(await scene.deposits()).toMatchObject([{ amount: '7.00', token: 'USDT' }]);
    await scene.passes(3 * halfDayMs);
    expect(await scene.deposits()).toHaveLength(1);
  });

  test('of many payouts is found for each', async () => {
    const payouts: Payout[] = [];
    for (let number = 0; number < 7; number += 1)
      payouts.push(await scene.payout({ amount: '1.00', reference: randomUUID() }));
    for (const [index, payout] of payouts.entries()) sendOther(payout, dollars(index + 1));
    await scene.passes(halfDayMs + 60 * minuteMs);
    const found = (await scene.deposits()).map(({ amount, payoutId }) => `${payoutId} ${amount}`);
    expect(found.sort()).toEqual(payouts.map(({ payoutId }, index) => `${payoutId} ${index + 1}.00`).sort());
  });

  test('is not looked for while the chain is silent, and found afterwards', async () => {
    const payout = await scene.payout();
    sendOther(payout, dollars(9));
    scene.chain.onAsked = (question) => {
      if (question === 'strays') throw new Error('no answer');
    };
    await scene.passes(halfDayMs + minuteMs);
    expect(scene.log.lines).toContainEqual(
      expect.objectContaining({ message: 'money in other tokens was not looked for' }),
    );
    scene.chain.onAsked = () => {};
    await scene.passes(halfDayMs + minuteMs);
    expect(await scene.deposits()).toMatchObject([{ amount: '9.00' }]);
  });

  test('is held once, whenever the worker dies', async () => {
    const payout = await scene.payout();
    sendOther(payout, dollars(9));
    await scene.passes(halfDayMs - minuteMs);
    let call = 0;
    const work: typeof deliverInBatches = async (_service, hints) => {
      call += 1;
      const { intercept, crashed } = crashAt({ call, moment: call % 2 === 0 ? 'after' : 'before' });
      await Promise.race([deliverInBatches(scene.service.process(intercept), hints), crashed]);
    };
    await scene.passes(60 * minuteMs, work);
    expect(call).toBeGreaterThan(20);
    await scene.passes(2 * halfDayMs);
    expect(await scene.deposits()).toMatchObject([{ amount: '9.00' }]);
    bodyOf(await accept((await scene.deposits())[0]));
    expect(await available()).toBe('9.00');
    await expectSoundBooks(scene.service, scene.of);
  });
});

test('a chain’s own coin at the address of a payout is reported', async () => {
  const { payoutId } = await scene.payout();
  const coins = { connectionId: scene.chain.connectionId, chain: 'base', payoutId };
  scene.chain.coins = [{ ...coins, held: 2n * 10n ** 16n }];
  await scene.passes(halfDayMs + minuteMs);
  expect(scene.log.lines).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: 'the address of a payout holds coins of the chain',
      ...coins,
      held: '20000000000000000',
    }),
  );
});
