import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditedRequest } from '../../../shared/journal/rows/audit-row.ts';
import { type PayoutMemo, readMemo } from '../../../shared/payouts/lifecycle/payout-memo.ts';
import { catchUpPayout, type RestoreOrigin, restorePayout } from '../../../shared/payouts/lifecycle/restore-payout.ts';
import type { NamedRecord, RailRecord } from '../../../shared/ports/payout-rail.ts';
import { ScreeningUnavailable } from '../../../shared/ports/screening.ts';
import { vote } from '../../shared/approvals/support.ts';
import { expectError } from '../../support/answers.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { bodyOf, expectSoundBooks, pathOf, readFeed, readLedger } from '../../support/journey.ts';
import { perform, performed } from '../../support/operations.ts';
import { restoreBackup, takeBackup } from '../../support/restored-table.ts';
import type { TestSession } from '../../support/service.ts';

let scene: FundingScene;

beforeEach(async () => {
  scene = await FundingScene.start();
});

afterEach(async () => {
  expect(await findingsOf(scene.service, scene.of)).toEqual([]);
});

const dollars = (amount: number) => BigInt(amount * 1_000_000);
const secondMs = 1_000;
const dayMs = 24 * 60 * 60 * secondMs;
/** Until all addresses are compared again. Nothing is awaited meanwhile, so the time is not spent on reading. */
const halfDay = async () => {
  scene.service.clock.advance(12 * 60 * 60 * secondMs);
  await scene.passes(15 * 60 * secondMs);
};
const feed = async () => (await readFeed(scene.service, scene.of)).map(({ type }) => type);

describe('a payout that its organization funds itself', () => {
  test('debits nothing, is sent to nobody, and says where the money is to be sent', async () => {
    const payout = await scene.payout({ reference: 'invoice 7' });
    expect(payout).toMatchObject({
      status: 'pending',
      requiresFunding: true,
      funding: { status: 'waiting', received: '0.000000' },
      sourceAmount: '100.00',
      fee: { amount: '0.25' },
    });
    expect(await scene.get(`/payouts/${payout.payoutId}/funding`)).toEqual({
      payoutId: payout.payoutId,
      amount: '100.000000',
      token: 'USDC',
      chain: 'base',
      address: scene.chain.addressOf(payout.payoutId),
      expiresAt: null,
      priceExpiresAt: expect.any(String),
      minimumDestinationAmount: '90.86',
    });
    await scene.passes(60 * secondMs);
    expect(scene.rail.calls).toEqual([]);
    expect(await readLedger(scene.service, scene.of)).toEqual([]);
    expect(await feed()).toEqual(['payout.pending']);
    expect((await scene.get('/orders?status=pending')).data).toEqual([await scene.read(payout)]);
    await expectSoundBooks(scene.service, scene.of);
  });

  test('asks nobody where the money is to be sent', async () => {
    const { payoutId } = await scene.payout();
    scene.chain.isSilent = true;
    expect(await scene.get(`/payouts/${payoutId}/funding`)).toMatchObject({ chain: 'base' });
  });

  test('is sent once the money is there, and no event tells of the money', async () => {
    const payout = await scene.payout();
    scene.send(payout, dollars(100));
    await scene.passes(10 * secondMs);
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
    const paid = await scene.read(payout);
    expect(paid).toMatchObject({ status: 'completed', funding: { status: 'funded', received: '100.000000' } });
    expect(await feed()).toEqual(['payout.pending', 'payout.processing', 'payout.completed']);
    expect(await readLedger(scene.service, scene.of)).toEqual([]);
    expect(await scene.deposits()).toEqual([]);
    await expectSoundBooks(scene.service, scene.of);
  });

  test('waits for all of the money, in as many transfers as it takes', async () => {
    const payout = await scene.payout();
    scene.send(payout, dollars(60));
    await scene.passes(10 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'pending', funding: { received: '60.000000' } });
    scene.send(payout, dollars(39.999999));
    await scene.passes(10 * secondMs);
    expect(scene.rail.calls).toEqual([]);
    scene.send(payout, 1n);
    await scene.passes(10 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', funding: { received: '100.000000' } });
  });

  test('is seen although the one before it was paid, and nothing else was awaited', async () => {
    const before = await scene.payout();
    scene.send(before, dollars(100));
    await scene.passes(10 * secondMs);
    const payout = await scene.payout({ amount: '50.00' });
    scene.send(payout, dollars(50));
    await scene.passes(10 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('is found although another one has more transfers than a round records', { timeout: 120_000 }, async () => {
    const [flooded, payout] = [await scene.payout(), await scene.payout({ amount: '50.00' })];
    const dust = (count: number) => Array.from({ length: count }, () => ({ payoutId: flooded.payoutId, amount: 1n }));
    scene.send(flooded, 1n);
    scene.send(payout, dollars(50));
    scene.chain.mine(dust(26 * 25), { madeAt: scene.service.clock.now });
    scene.chain.finalize();
    await scene.passes(20 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
    expect((await scene.read(flooded)).funding.received).toBe('0.000651');
  });

  test('counts only what is final', async () => {
    const payout = await scene.payout();
    scene.chain.behind = 10;
    scene.chain.mine({ payoutId: payout.payoutId, amount: dollars(100) }, { madeAt: scene.service.clock.now });
    await scene.passes(20 * secondMs);
    expect(scene.rail.calls).toEqual([]);
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('holds what came beyond it as a deposit, which the owner may accept', async () => {
    const payout = await scene.payout();
    scene.send(payout, dollars(107.509999));
    await scene.passes(10 * secondMs);
    const [deposit] = await scene.deposits();
    expect(deposit).toMatchObject({
      status: 'pending',
      amount: '7.50',
      method: 'crypto',
      token: 'USDC',
      chain: 'base',
      payoutId: payout.payoutId,
    });
    expect((await scene.get('/balance')).available).toBe('0.00');
  });

  test('holds what comes later as a deposit', async () => {
    const payout = await scene.payout();
    scene.chain.mine(
      [
        { payoutId: payout.payoutId, amount: dollars(100) },
        { payoutId: payout.payoutId, amount: dollars(5) },
      ],
      { madeAt: scene.service.clock.now },
    );
    await scene.passes(10 * secondMs);
    expect(await scene.deposits()).toMatchObject([{ amount: '5.00', status: 'pending' }]);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('waits while the chain is silent, and is counted once it answers', async () => {
    const payout = await scene.payout();
    scene.chain.isSilent = true;
    scene.send(payout, dollars(100));
    await scene.passes(120 * secondMs);
    expect(scene.rail.calls).toEqual([]);
    scene.chain.isSilent = false;
    await scene.passes(10 * 60 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('is counted against the caps of its day, which get it back when it is canceled', async () => {
    await scene.change(scene.of, { limits: { daily: 150_00n } });
    const payout = await scene.payout();
    expect((await scene.pay({ amount: '51.00' })).body).toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED' });
    bodyOf(await scene.cancel(payout));
    await scene.payout({ amount: '149.00' });
  });

  test('of a quote is priced by its own corridor and accepted once', async () => {
    const { destinationAccountId } = scene.payee.methods[0];
    const wanted = { amount: '100.00', destinationAccountId, funding: 'self' };
    const quote = bodyOf(await scene.service.post(`${pathOf(scene.of)}/quotes/offramp`, scene.of, wanted));
    expect(quote).toMatchObject({ requiresFunding: true, fee: { amount: '0.25' } });
    const { snapshotId } = quote;
    const payout = bodyOf(await scene.service.post(`${pathOf(scene.of)}/quotes/accept`, scene.of, { snapshotId }));
    expect(payout).toMatchObject({ requiresFunding: true, status: 'pending' });
    scene.send(payout, dollars(100));
    await scene.passes(10 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('is refused where the chain is silent, and nothing is made', async () => {
    scene.chain.isSilent = true;
    expect((await scene.pay()).body).toMatchObject({ type: 'INTERNAL', status: 503 });
    expect(await feed()).toEqual([]);
  });

  test('is refused where no such corridor serves the account', async () => {
    await scene.change(scene.of, { connections: undefined });
    expect((await scene.pay()).body).toMatchObject({ type: 'BAD_REQUEST', detail: expect.stringContaining('funding') });
    const sandbox = await scene.service.organization();
    expect((await scene.get('/corridors')).data.some(({ funding }: { funding?: string }) => funding)).toBe(false);
    expect(sandbox.organizationId).toBeDefined();
  });

  test('is paid from the balance where nobody asks for anything else', async () => {
    const answer = await scene.pay({ funding: undefined });
    expect(answer.body).toMatchObject({ type: 'INSUFFICIENT_BALANCE' });
  });
});

describe('a transfer that is parked', () => {
  const judged = ({ payoutId }: { readonly payoutId: string }) =>
    performed(scene.service, 'judge-transfers', {
      organizationId: scene.of.organizationId,
      payoutId,
      reason: 'the list has changed',
    });
  const listed = '0x7f367cc41522ce07553e823bf3be79a889debe1b';

  test('is one cent of a listed sender, and keeps the right money beside it from nothing', async () => {
    scene.listed.add(listed);
    const payout = await scene.payout();
    scene.send(payout, 10_000n, { signer: listed });
    scene.send(payout, dollars(100));
    await scene.passes(10 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', funding: { received: '100.000000' } });
    expect(await scene.deposits()).toEqual([]);
    expect(await judged(payout)).toMatchObject({
      transfers: [{ amount: '0.010000', state: 'parked', parkedFor: 'listed' }],
    });
    expect(await scene.deposits()).toEqual([]);
  });

  test.each(['from', 'signer'] as const)(
    'is one whose %s is listed: neither the payout nor a deposit gets it',
    async (role) => {
      scene.listed.add(listed);
      const payout = await scene.payout();
      const clear = '0x5160000000000000000000000000000000000001';
      const parties = { from: clear, signer: clear, [role]: listed };
      scene.chain.mine(
        { ...payout, amount: dollars(100), from: parties.from },
        { madeAt: scene.service.clock.now, signer: parties.signer },
      );
      await scene.passes(10 * secondMs);
      expect(scene.rail.calls).toEqual([]);
      expect(await scene.read(payout)).toMatchObject({
        status: 'pending',
        funding: { status: 'waiting', received: '0.000000' },
      });
      bodyOf(await scene.cancel(payout));
      expect(await scene.deposits()).toEqual([]);
    },
  );

  test('counts once its sender is listed no more, and is a deposit where the payout awaits nothing', async () => {
    scene.listed.add(listed);
    const [payout, canceled] = [await scene.payout(), await scene.payout({ amount: '50.00' })];
    for (const [one, amount] of [
      [payout, 100],
      [canceled, 50],
    ] as const)
      scene.send(one, dollars(amount), { signer: listed });
    await scene.passes(10 * secondMs);
    bodyOf(await scene.cancel(canceled));
    scene.listed.clear();
    for (const one of [payout, canceled, payout, canceled]) await judged(one);
    await scene.passes(10 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
    expect(await scene.deposits()).toMatchObject([{ amount: '50.00', status: 'pending', payoutId: canceled.payoutId }]);
  });

  test('is the one that completes the money where no treasury would take it', async () => {
    const payout = await scene.payout();
    scene.send(payout, dollars(60));
    await scene.passes(10 * secondMs);
    scene.chain.bring(payout.payoutId, 0n);
    scene.send(payout, dollars(40));
    await scene.passes(10 * secondMs);
    expect(scene.rail.calls).toEqual([]);
    expect((await scene.read(payout)).funding).toMatchObject({ status: 'waiting', received: '60.000000' });
    expect(await judged(payout)).toMatchObject({ transfers: [{ state: 'parked', parkedFor: 'stuck' }] });
    scene.chain.bring(payout.payoutId, dollars(100) - 1n);
    expect(await judged(payout)).toMatchObject({ transfers: [{ state: 'parked', parkedFor: 'stuck' }] });
    scene.chain.bring(payout.payoutId, undefined);
    expect(await judged(payout)).toMatchObject({ transfers: [{ amount: '40.000000', state: 'counted' }] });
    await scene.passes(10 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', funding: { received: '100.000000' } });
    expect(await judged(payout)).toEqual({ transfers: [] });
  });

  test('waits, as all others do, while the list cannot be read', async () => {
    const payout = await scene.payout();
    const unavailable = vi.spyOn(scene.senders, 'screenSender').mockRejectedValue(new ScreeningUnavailable('gone'));
    scene.send(payout, dollars(100));
    await scene.passes(10 * secondMs);
    expect((await scene.read(payout)).funding.received).toBe('0.000000');
    unavailable.mockRestore();
    await scene.passes(60 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });
});

describe('a suspended organization', () => {
  test('has its money recorded, and its payout sent once the suspension ends, however late', async () => {
    const payout = await scene.payout();
    await scene.change(scene.of, { status: 'suspended' });
    scene.send(payout, dollars(100));
    await scene.passes(10 * secondMs);
    scene.service.clock.advance(2 * scene.rail.rememberKeysForMs);
    await scene.passes(120 * secondMs);
    expect(scene.rail.calls).toEqual([]);
    await scene.change(scene.of, { status: 'active' });
    expect(await scene.read(payout)).toMatchObject({ status: 'pending', funding: { status: 'funded' } });
    await scene.passes(120 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });
});

describe('money that no reading has told', () => {
  test('comes to a payout that was paid, or was canceled, and is a deposit within half a day', async () => {
    const [paid, canceled] = [await scene.payout(), await scene.payout({ amount: '50.00' })];
    scene.send(paid, dollars(100));
    await scene.passes(10 * secondMs);
    bodyOf(await scene.cancel(canceled));
    scene.service.clock.advance(7_200 * secondMs);
    scene.chain.mineBlocks(500);
    scene.send(paid, dollars(7));
    scene.chain.mineBlocks(500);
    scene.send(paid, dollars(8));
    scene.send(canceled, dollars(9));
    await halfDay();
    const deposits = (await scene.deposits()).map(({ amount, payoutId, status }) => ({ amount, payoutId, status }));
    expect(deposits.sort((one, other) => (one.amount < other.amount ? -1 : 1))).toEqual([
      { amount: '7.00', payoutId: paid.payoutId, status: 'pending' },
      { amount: '8.00', payoutId: paid.payoutId, status: 'pending' },
      { amount: '9.00', payoutId: canceled.payoutId, status: 'pending' },
    ]);
    await halfDay();
    await halfDay();
    expect(await scene.deposits()).toHaveLength(3);
    await expectSoundBooks(scene.service, scene.of);
  });

  test('funds a payout although the nodes have left it out of the list', async () => {
    const payout = await scene.payout();
    const { hash } = scene.send(payout, dollars(100));
    scene.chain.leaveOut(hash);
    await scene.passes(60 * secondMs);
    expect((await scene.read(payout)).funding.received).toBe('0.000000');
    scene.chain.list(hash);
    await halfDay();
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('is told to operators where nobody lists it, keeps no other waiting, and its payout does not end', async () => {
    const [hidden, other] = [await scene.payout(), await scene.payout({ amount: '50.00' })];
    const { hash } = scene.send(hidden, dollars(100));
    scene.chain.leaveOut(hash);
    bodyOf(await scene.cancel(other));
    await scene.passes(60 * secondMs);
    scene.send(other, dollars(50));
    await halfDay();
    expect(await scene.deposits()).toMatchObject([{ amount: '50.00', payoutId: other.payoutId }]);
    expect(scene.log.lines).toContainEqual(
      expect.objectContaining({
        message: 'money at the address of a payout was not found',
        payoutId: hidden.payoutId,
        TransferParked: 1,
      }),
    );
    scene.service.clock.advance(30 * dayMs);
    await scene.passes(60 * secondMs);
    expect((await scene.read(hidden)).status).toBe('pending');
    const named = {
      organizationId: scene.of.organizationId,
      payoutId: hidden.payoutId,
      transaction: hash,
      reason: 'found',
    };
    expect(await performed(scene.service, 'judge-transfers', named)).toMatchObject({
      transfers: [{ state: 'counted' }],
    });
    await scene.passes(10 * secondMs);
    expect((await scene.read(hidden)).status).toBe('completed');
  });

  test.each([
    ['no node has it', 'NOT_FOUND', () => `0x${'ab'.repeat(32)}`],
    [
      'it is not final',
      'CONFLICT',
      (payoutId: string) => {
        scene.chain.behind = 5;
        return scene.chain.mine({ payoutId, amount: 1n }, { madeAt: 0 }).hash;
      },
    ],
    ['it pays another address', 'CONFLICT', () => scene.send({ payoutId: 'pay_other' }, dollars(1)).hash],
    [
      'the chain is silent',
      'INTERNAL',
      () => {
        scene.chain.isSilent = true;
        return `0x${'ab'.repeat(32)}`;
      },
    ],
  ] as const)('is refused by the name of a transaction where %s', async (_, type, hashOf) => {
    const { payoutId } = await scene.payout();
    const { organizationId } = scene.of;
    const input = { organizationId, payoutId, transaction: hashOf(payoutId), reason: 'found' };
    expect(await perform(scene.service, 'judge-transfers', input)).toMatchObject({ error: { type } });
    expect((await scene.read({ payoutId })).funding.received).toBe('0.000000');
  });

  test('is looked for while the nodes answer, and addresses are read meanwhile', async () => {
    const [paid, payout] = [await scene.payout(), await scene.payout({ amount: '50.00' })];
    scene.send(paid, dollars(100));
    await scene.passes(10 * secondMs);
    scene.send(paid, dollars(1));
    scene.chain.onAsked = (question) => {
      if (question === 'received') throw new Error('no state');
    };
    await halfDay();
    scene.send(payout, dollars(50));
    await scene.passes(20 * 60 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
    scene.chain.onAsked = () => {};
    scene.service.clock.advance(10 * 60 * secondMs);
    await scene.passes(60 * secondMs);
    expect(await scene.deposits()).toMatchObject([{ amount: '1.00' }]);
  });
});

describe('a chain that somebody floods', () => {
  test('is asked for fewer blocks at once, until it answers', async () => {
    const payout = await scene.payout();
    scene.chain.mineBlocks(400);
    scene.send(payout, dollars(100));
    const widths: number[] = [];
    scene.chain.onAsked = (question, _token, range) => {
      if (question !== 'transfers') return;
      const { fromBlock, toBlock } = range as { fromBlock: number; toBlock: number };
      widths.push(toBlock - fromBlock + 1);
      if (toBlock - fromBlock > 50) throw new Error('too much');
    };
    await scene.passes(600 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
    expect(Math.max(...widths)).toBeGreaterThan(Math.min(...widths));
  });

  test('is compared although it is not listed at all', async () => {
    const payout = await scene.payout();
    scene.send(payout, dollars(100));
    scene.chain.onAsked = (question, _token, range) => {
      const { fromBlock, toBlock } = (range ?? {}) as { fromBlock: number; toBlock: number };
      if (question === 'transfers' && fromBlock !== toBlock) throw new Error('too much');
    };
    scene.chain.mineBlocks(3_000);
    await halfDay();
    expect((await scene.read(payout)).status).toBe('completed');
  });
});

describe('comparing', () => {
  test('goes on where many addresses got more, two at a time, and reads what is awaited meanwhile', async () => {
    const late = [];
    for (let count = 0; count < 7; count += 1) late.push(await scene.payout({ amount: `${count + 10}.00` }));
    for (const payout of late) bodyOf(await scene.cancel(payout));
    for (const payout of late) scene.send(payout, dollars(3));
    await halfDay();
    expect(await scene.deposits()).toHaveLength(7);
  });

  test('waits where the nodes fall silent while it seeks, and forgets nothing', async () => {
    const payout = await scene.payout();
    bodyOf(await scene.cancel(payout));
    scene.chain.mineBlocks(500);
    scene.send(payout, dollars(3));
    scene.chain.mineBlocks(500);
    let answers = 2;
    scene.chain.onAsked = (question) => {
      if (question === 'received' && answers-- <= 0) throw new Error('silent');
    };
    await halfDay();
    expect(await scene.deposits()).toEqual([]);
    expect(scene.log.lines.some(({ TransferParked }) => TransferParked)).toBe(false);
    scene.chain.onAsked = () => {};
    scene.service.clock.advance(10 * 60 * secondMs);
    await scene.passes(60 * secondMs);
    expect(await scene.deposits()).toMatchObject([{ amount: '3.00' }]);
  });
});

describe('money that is complete', () => {
  test('is not parked because a node answers for an earlier block', async () => {
    const payout = await scene.payout();
    scene.send(payout, dollars(100));
    const newest = scene.chain.final;
    let asked = 0;
    scene.chain.onAsked = (question, _token, _ids, by) => {
      if (question !== 'bankable') return;
      expect(by).toBe(newest);
      asked += 1;
      if (asked === 1) throw new Error('behind');
    };
    await scene.passes(60 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('is a held deposit where screening refuses the recipient before it is sent', async () => {
    const payout = await scene.payout();
    await scene.block();
    scene.send(payout, dollars(100));
    await scene.passes(60 * secondMs);
    expect(await scene.read(payout)).toMatchObject({
      status: 'failed',
      failureCode: 'compliance_rejected',
      fundsReturned: false,
      funding: { status: 'held' },
    });
    expect(await scene.deposits()).toMatchObject([{ amount: '100.00', status: 'pending', method: 'crypto' }]);
    expect((await scene.get('/balance')).available).toBe('0.00');
    expect(scene.rail.calls).toEqual([]);
  });
});

describe('canceling', () => {
  test('ends a payout that awaits funds; what has come of them is a held deposit', async () => {
    const payout = await scene.payout();
    scene.send(payout, dollars(40));
    await scene.passes(10 * secondMs);
    expect(bodyOf(await scene.cancel(payout))).toMatchObject({ status: 'canceled', funding: { status: 'held' } });
    expect(await scene.deposits()).toMatchObject([{ amount: '40.00', status: 'pending', payoutId: payout.payoutId }]);
    scene.service.clock.advance(40 * dayMs);
    await scene.passes(10 * secondMs);
    expect(scene.rail.calls).toEqual([]);
    expect(await feed()).toEqual(['payout.pending', 'payout.canceled']);
  });

  test('is refused once the money is there', async () => {
    const payout = await scene.payout();
    scene.rail.news = () => ({ status: 'pending', recheckInMs: dayMs });
    scene.send(payout, dollars(100));
    await scene.passes(10 * secondMs);
    expect((await scene.cancel(payout)).body).toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE' });
  });
});

test('what is in a block within the thirty days funds a payout, although it is final later', async () => {
  const payout = await scene.payout();
  scene.service.clock.advance(30 * dayMs - secondMs);
  scene.chain.behind = 10;
  scene.chain.mine({ ...payout, amount: dollars(100) }, { madeAt: scene.service.clock.now });
  await scene.passes(50 * 60 * secondMs);
  scene.chain.finalize();
  await scene.passes(20 * 60 * secondMs);
  expect((await scene.read(payout)).status).toBe('completed');
});

test('a payout that nobody funds fails after thirty days and an hour, and nothing is returned', async () => {
  const payout = await scene.payout();
  scene.send(payout, dollars(1));
  await scene.passes(10 * secondMs);
  scene.service.clock.advance(30 * dayMs);
  await scene.passes(10 * secondMs);
  expect((await scene.read(payout)).status).toBe('pending');
  scene.service.clock.advance(60 * 60 * secondMs);
  await scene.passes(10 * secondMs);
  expect(await scene.read(payout)).toMatchObject({
    status: 'failed',
    failureCode: 'quote_expired',
    fundsReturned: false,
    funding: { status: 'held' },
  });
  expect(await scene.deposits()).toMatchObject([{ amount: '1.00', status: 'pending' }]);
  expect(await readLedger(scene.service, scene.of)).toEqual([]);
  await expectSoundBooks(scene.service, scene.of);
});

test('a payout that was funded and comes back is a deposit of exactly what was sent for it', async () => {
  const payout = await scene.payout();
  scene.rail.news = () => ({ status: 'failed', failureCode: 'account_invalid', fundsReturned: true });
  scene.send(payout, dollars(100.5));
  await scene.passes(10 * secondMs);
  expect(await scene.read(payout)).toMatchObject({ status: 'failed', fundsReturned: true });
  expect(await readLedger(scene.service, scene.of)).toMatchObject([{ type: 'deposit', amount: '100.00' }]);
  expect((await scene.deposits()).map(({ amount, status }) => [amount, status]).sort()).toEqual([
    ['0.50', 'pending'],
    ['100.00', 'completed'],
  ]);
  expect(await feed()).toEqual(['payout.pending', 'deposit.completed', 'payout.failed']);
  const own = await scene.get(`/events?payoutId=${payout.payoutId}`);
  expect(own.data.map(({ type }: { readonly type: string }) => type)).toEqual(['payout.pending', 'payout.failed']);
  await expectSoundBooks(scene.service, scene.of);
});

test('an approved payout that is the first of its day is counted on that day', async () => {
  const { service, of } = scene;
  const voters = [
    await service.member(of.organizationId, 'operator'),
    await service.member(of.organizationId, 'operator'),
  ];
  const approvers = voters.map(({ userId }) => userId);
  await scene.change(of, { approvals: { threshold: 50_00n, quorum: 1, approvers }, votersNamed: true });
  const { approvalId } = bodyOf(await scene.pay(), 202);
  bodyOf(await vote(service, of, approvalId, voters[0] as TestSession));
  await scene.passes(secondMs);
  expect(await feed()).toEqual(['payout_approval.requested', 'payout_approval.executed', 'payout.pending']);
  const counted = () => findingsOf(service, of);
  expect(await counted()).toEqual([]);
  service.clock.advance(dayMs);
  await scene.payout({ amount: '10.00' });
  expect(await counted()).toEqual([]);
});

describe('behind a restore', () => {
  const audit = (): AuditedRequest => ({
    organizationId: scene.of.organizationId,
    requestId: 'req_restore',
    at: scene.service.clock.now,
    action: 'payout.restore',
    actor: { actorUserId: 'operator:ada' },
  });

  /** What the rail has of a payout. */
  async function recordOf(payoutId: string): Promise<NamedRecord> {
    const { records } = await scene.rail.since(0, scene.service.clock.now);
    return { rail: 'sandbox', ...(records.find(({ key }) => key === payoutId) as RailRecord) };
  }

  test('a payout that the table has lost is written back without a debit, and its surplus is found again', async () => {
    const { store } = scene.service.runtime;
    const backup = await takeBackup(store);
    const payout = await scene.payout();
    scene.send(payout, dollars(60));
    scene.chain.mineBlocks(10);
    scene.send(payout, dollars(47));
    await scene.passes(10 * secondMs);
    const record = await recordOf(payout.payoutId);
    await restoreBackup(store, backup);
    const memo = readMemo(record.memo) as PayoutMemo;
    const plain: RestoreOrigin = (_draft, _lost, payBack) => {
      const { payoutId } = payBack();
      return { resourceId: payoutId, body: {} };
    };
    expect(await restorePayout(scene.service.runtime, record, memo, audit(), plain)).toBe(true);
    expect(await scene.read(payout)).toMatchObject({ requiresFunding: true, funding: { status: 'funded' } });
    await scene.passes(60 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
    expect(await readLedger(scene.service, scene.of)).toEqual([]);
    await halfDay();
    await halfDay();
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
    expect(await scene.deposits()).toMatchObject([{ amount: '7.00', status: 'pending', payoutId: payout.payoutId }]);
  });

  test('a payout that awaits funds again and was sent is funded, moved, and paid no second time', async () => {
    const { store } = scene.service.runtime;
    const payout = await scene.payout();
    const backup = await takeBackup(store);
    scene.send(payout, dollars(100));
    await scene.passes(10 * secondMs);
    const record = await recordOf(payout.payoutId);
    await restoreBackup(store, backup);
    expect(await scene.read(payout)).toMatchObject({ status: 'pending', funding: { status: 'waiting' } });
    await catchUpPayout(scene.service.runtime, record, audit());
    await scene.passes(60 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', funding: { received: '100.000000' } });
    await halfDay();
    await halfDay();
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
    expect(await scene.deposits()).toEqual([]);
  });

  /** Every part of the check after a restore. */
  async function checkRestore(since: number, settle = true, release = false): Promise<string[]> {
    const told: string[] = [];
    let progress: unknown;
    do {
      const input = { since: new Date(since).toISOString(), settle, release, ...(progress ? { progress } : {}) };
      const answer = await performed(scene.service, 'restore-check', input);
      told.push(...answer.findings, ...answer.notes);
      progress = answer.progress;
    } while (progress);
    return told;
  }

  test('a payout that was lost with its money is found by its address: all of it is a deposit, once', async () => {
    const { store } = scene.service.runtime;
    const [backup, since] = [await takeBackup(store), scene.service.clock.now];
    const [funded, open] = [await scene.payout({ amount: '40.00' }), await scene.payout()];
    scene.service.clock.advance(secondMs);
    scene.send(open, dollars(60));
    await scene.passes(10 * secondMs);
    await restoreBackup(store, backup);
    expect(await checkRestore(since, false)).toContainEqual(expect.stringMatching(/with --settle/));
    await scene.passes(secondMs);
    expect(await scene.deposits()).toEqual([]);
    for (let time = 0; time < 2; time += 1) await checkRestore(since);
    await scene.passes(60 * secondMs);
    scene.send(funded, dollars(40));
    await halfDay();
    await halfDay();
    await checkRestore(since);
    await halfDay();
    await halfDay();
    const deposits = (await scene.deposits()).map(({ amount, payoutId }) => ({ amount, payoutId }));
    expect(deposits.sort((a, b) => (a.amount < b.amount ? -1 : 1))).toEqual([
      { amount: '40.00', payoutId: funded.payoutId },
      { amount: '60.00', payoutId: open.payoutId },
    ]);
    expect(scene.rail.payments.size).toBe(0);
    await expectSoundBooks(scene.service, scene.of);
  });

  test('a payout that was made before it, and was not sent, is funded by nothing and ends once all is settled', async () => {
    const { store } = scene.service.runtime;
    const payout = await scene.payout();
    const [backup, since] = [await takeBackup(store), scene.service.clock.now];
    scene.service.clock.advance(60 * secondMs);
    bodyOf(await scene.cancel(payout));
    await restoreBackup(store, backup);
    await checkRestore(since);
    const { hash } = scene.send(payout, dollars(100));
    await scene.passes(60 * secondMs);
    expectError(await scene.confirm(payout, hash), 'CONFLICT');
    expect(await scene.read(payout)).toMatchObject({ status: 'pending', funding: { received: '0.000000' } });
    await checkRestore(since, true, true);
    await scene.passes(60 * secondMs);
    expect(await scene.read(payout)).toMatchObject({
      status: 'failed',
      failureCode: 'quote_expired',
      fundsReturned: false,
    });
    await halfDay();
    expect(await scene.deposits()).toMatchObject([{ amount: '100.00', status: 'pending' }]);
    expect(scene.rail.calls).toEqual([]);
  });

  test('a payout that its rail was sent is none of them', async () => {
    const { store } = scene.service.runtime;
    const [backup, since] = [await takeBackup(store), scene.service.clock.now];
    const payout = await scene.payout();
    scene.send(payout, dollars(100));
    await scene.passes(10 * secondMs);
    await restoreBackup(store, backup);
    await checkRestore(since);
    await halfDay();
    await halfDay();
    expect(await scene.deposits()).toEqual([]);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed' });
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });
});
