import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditRows } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { bodyOf, expectSoundBooks, pathOf, readFeed, readLedger } from '../../support/journey.ts';
import type { Answer, TestSession } from '../../support/service.ts';

let scene: FundingScene;
let owner: TestSession;

beforeEach(async () => {
  scene = await FundingScene.start();
  owner = await scene.service.member(scene.of.organizationId, 'owner');
});

const dollars = (amount: number) => BigInt(amount * 1_000_000);
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const refused = { type: 'CONFLICT', resolution: expect.stringContaining('Try again later') };

const newPayout = () => scene.payout({ reference: randomUUID() });

function accept({ depositId }: { readonly depositId: string }, who = owner, target = scene.service): Promise<Answer> {
  return target.post(`${pathOf(scene.of)}/deposits/${depositId}/accept`, who, undefined);
}

/** A deposit of what came for a payout that was canceled; its money is recorded and not flushed yet. */
async function held(amount = 40) {
  const payout = await newPayout();
  scene.send(payout, dollars(amount));
  await scene.passes(6 * secondMs);
  bodyOf(await scene.cancel(payout));
  const [deposit] = await scene.deposits();
  return { payout, deposit };
}

describe('a deposit of crypto', () => {
  test('is accepted once its money is at a treasury, and not before', async () => {
    const { deposit } = await held();
    expect((await accept(deposit)).body).toMatchObject(refused);
    scene.chain.behind = 100;
    await scene.passes(minuteMs);
    expect(scene.chain.sentFlushes).toHaveLength(1);
    expect((await accept(deposit)).body).toMatchObject(refused);
    expect(await readLedger(scene.service, scene.of)).toEqual([]);
    scene.chain.finalize();
    await scene.passes(minuteMs);
    scene.chain.isSilent = true;
    expect(bodyOf(await accept(deposit))).toEqual({ ...deposit, status: 'completed' });
    expect((await scene.get('/balance')).available).toBe('40.00');
    expect(await readLedger(scene.service, scene.of)).toMatchObject([{ type: 'deposit', amount: '40.00' }]);
    const { depositId } = deposit;
    expect((await auditRows(scene.service, scene.of)).at(-1)).toMatchObject({
      action: 'deposit.accept',
      resourceId: depositId,
      actorUserId: owner.userId,
    });
    expect(await readFeed(scene.service, scene.of)).toHaveLength(3);
    await expectSoundBooks(scene.service, scene.of);
  });

  test.each([
    ['admin', 200],
    ['operator', 403],
    ['viewer', 403],
  ] as const)('is accepted by an %s: %i', async (role, status) => {
    const { deposit } = await held();
    await scene.passes(minuteMs);
    const member = await scene.service.member(scene.of.organizationId, role);
    expect(await accept(deposit, member)).toMatchObject({ status });
    expect((await scene.get('/balance')).available).toBe(status === 200 ? '40.00' : '0.00');
  });

  test('by several at once is accepted once', async () => {
    const { deposit } = await held();
    await scene.passes(minuteMs);
    const answers = await Promise.all([accept(deposit), accept(deposit), accept(deposit)]);
    for (const answer of answers) bodyOf(answer);
    expect((await scene.get('/balance')).available).toBe('40.00');
    expect(await readLedger(scene.service, scene.of)).toHaveLength(1);
  });

  test.each([1, 2, 3, 4, 5])('by a process that dies at its call %i is accepted once by the next', async (call) => {
    const { deposit } = await held();
    await scene.passes(minuteMs);
    const { intercept, crashed } = crashAt({ call, moment: 'after' });
    await Promise.race([accept(deposit, owner, scene.service.process(intercept)), crashed]);
    bodyOf(await accept(deposit));
    expect((await scene.get('/balance')).available).toBe('40.00');
    expect(await readLedger(scene.service, scene.of)).toHaveLength(1);
  });

  test('is a surplus, which is no earlier at a treasury than the money of its payout', async () => {
    const payout = await newPayout();
    scene.send(payout, dollars(107.5));
    await scene.passes(6 * secondMs);
    const [deposit] = await scene.deposits();
    expect((await accept(deposit)).body).toMatchObject(refused);
    await scene.passes(minuteMs);
    bodyOf(await accept(deposit));
    expect((await scene.get('/balance')).available).toBe('7.50');
  });

  test('that came after a flush waits for the next one', async () => {
    const { payout, deposit } = await held();
    await scene.passes(minuteMs);
    scene.send(payout, dollars(3));
    scene.service.clock.advance(13 * 60 * minuteMs);
    await scene.passes(secondMs);
    const late = (await scene.deposits()).find(({ amount }) => amount === '3.00') as { depositId: string };
    expect((await accept(late)).body).toMatchObject(refused);
    bodyOf(await accept(deposit));
    await scene.passes(minuteMs);
    bodyOf(await accept(late));
    expect((await scene.get('/balance')).available).toBe('43.00');
  });

  test('is kept from nobody by a millionth that somebody sends after it', async () => {
    const { payout, deposit } = await held();
    await scene.passes(minuteMs);
    scene.send(payout, 1n);
    scene.service.clock.advance(13 * 60 * minuteMs);
    await scene.passes(minuteMs);
    bodyOf(await accept(deposit));
  });

  test('stays where no treasury takes its money, and beside that of a listed sender', async () => {
    const { payout, deposit } = await held();
    scene.chain.bring(payout.payoutId, 0n);
    await scene.passes(minuteMs);
    expect((await accept(deposit)).body).toMatchObject(refused);
    const listed = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
    scene.listed.add(listed);
    const second = await newPayout();
    scene.send(second, 1n, { signer: listed });
    scene.send(second, dollars(5));
    await scene.passes(6 * secondMs);
    bodyOf(await scene.cancel(second));
    await scene.passes(minuteMs);
    const beside = (await scene.deposits()).find(({ amount }) => amount === '5.00') as { depositId: string };
    expect((await accept(beside)).body).toMatchObject(refused);
    expect((await scene.get('/balance')).available).toBe('0.00');
  });
});
