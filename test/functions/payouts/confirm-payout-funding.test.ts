import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorType } from '../../../shared/ground/errors/catalog.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import type { DepositChain } from '../../../shared/ports/deposit-chain.ts';
import { ScreeningUnavailable } from '../../../shared/ports/screening.ts';
import { createCallRecorder, sequentialCalls } from '../../proofs/bench/store/record-calls.ts';
import { expectError } from '../../support/answers.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import type { PlayedTransfer } from '../../support/funding/played-chain.ts';
import { addPayout, addRecipient, bodyOf, fundedOrganization, pathOf, readFeed } from '../../support/journey.ts';
import { storePayout } from './support.ts';

let scene: FundingScene;
/** What the service asks the chain by. */
let deposits: DepositChain;

beforeEach(async () => {
  scene = await FundingScene.start();
  deposits = scene.service.runtime.deposits as DepositChain;
  scene.chain.behind = 10;
});

afterEach(async () => {
  vi.restoreAllMocks();
  expect(await findingsOf(scene.service, scene.of)).toEqual([]);
});

type Named = { readonly payoutId: string };

const dollars = (amount: number) => BigInt(amount * 1_000_000);
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;
/** When a payout ends that nobody has funded. */
const endMs = 30 * dayMs + 60 * minuteMs;
const listed = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
const unknownHash = `0x${'5a'.repeat(32)}`;

/** Mines transfers, which are not final yet. */
const mine = (transfers: PlayedTransfer | readonly PlayedTransfer[], made: { signer?: string; fails?: boolean } = {}) =>
  scene.chain.mine(transfers, { madeAt: scene.service.clock.now, ...made });
const mineFor = ({ payoutId }: Named, amount = dollars(100)) => mine({ payoutId, amount });

const rowOf = ({ payoutId }: Named, { organizationId } = scene.of) =>
  scene.service.runtime.store.get(refTo(PayoutEntity, { organizationId, payoutId }));

/** Refused as said, and nothing has changed. */
async function expectRefusal(payout: Named, hash: string | { readonly hash: string }, type: ErrorType, of = scene.of) {
  const before = await rowOf(payout, of);
  expectError(await scene.confirm(payout, hash, of), type);
  expect(await rowOf(payout, of)).toEqual(before);
}

describe('a transaction that is in a block', () => {
  test('is waited for, keeps the payout from being canceled, and funds it once it is final', async () => {
    const payout = await scene.payout();
    const { hash } = mineFor(payout);
    const confirmed = bodyOf(await scene.confirm(payout, hash));
    expect(confirmed).toMatchObject({
      payoutId: payout.payoutId,
      status: 'pending',
      funding: { status: 'confirming', received: '0.000000', hash },
    });
    expect(await scene.read(payout)).toEqual(confirmed);
    expect((await scene.cancel(payout)).body).toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE' });
    await scene.passes(5 * minuteMs);
    expect(await scene.read(payout)).toEqual(confirmed);
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    expect(await scene.read(payout)).toMatchObject({
      status: 'completed',
      funding: { status: 'funded', received: '100.000000' },
    });
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
    const feed = (await readFeed(scene.service, scene.of)).map(({ type }) => type);
    expect(feed).toEqual(['payout.pending', 'payout.completed']);
  });

  test('and final funds the payout at once', async () => {
    const payout = await scene.payout();
    const { hash } = scene.send(payout, dollars(100.5));
    const funded = bodyOf(await scene.confirm(payout, hash));
    expect(funded).toMatchObject({ status: 'pending', funding: { status: 'funded', received: '100.500000' } });
    expect(await scene.deposits()).toMatchObject([{ amount: '0.50', status: 'pending' }]);
    await scene.passes(10 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
    expect(await scene.deposits()).toHaveLength(1);
  });

  test('is answered again with the payout as it is, in capitals too, and nobody is asked', async () => {
    const payout = await scene.payout();
    const { hash } = mineFor(payout);
    const confirmed = bodyOf(await scene.confirm(payout, hash));
    scene.chain.isSilent = true;
    scene.service.clock.advance(secondMs);
    const capitals = `0x${hash.slice(2).toUpperCase()}`;
    expect(bodyOf(await scene.confirm(payout, capitals))).toEqual(confirmed);
    scene.chain.isSilent = false;
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    const paid = await scene.read(payout);
    expect(bodyOf(await scene.confirm(payout, hash))).toEqual(paid);
    scene.chain.isSilent = true;
    expect(bodyOf(await scene.confirm(payout, hash))).toEqual(paid);
    expect(paid.status).toBe('completed');
  });

  test('completes what is there already', async () => {
    const payout = await scene.payout();
    scene.send(payout, dollars(60));
    await scene.passes(10 * secondMs);
    const { hash } = mineFor(payout, dollars(40));
    const { funding } = bodyOf(await scene.confirm(payout, hash));
    expect(funding).toEqual({ status: 'confirming', received: '60.000000', hash });
  });

  test('counts with all that it sends there', async () => {
    const payout = await scene.payout();
    const { payoutId } = payout;
    const many = Array.from({ length: 30 }, () => ({ payoutId, amount: dollars(100) / 30n + 1n }));
    const { hash } = mine([{ to: listed, amount: 1n }, ...many]);
    expect(bodyOf(await scene.confirm(payout, hash))).toMatchObject({ funding: { status: 'confirming' } });
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('has its token read every few seconds again', async () => {
    const payout = await scene.payout();
    scene.service.clock.advance(3 * 60 * minuteMs);
    await scene.passes(secondMs);
    bodyOf(await scene.confirm(payout, mineFor(payout)));
    await scene.passes(10 * secondMs);
    scene.chain.finalize();
    await scene.passes(6 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('is confirmed although other money is counted while the chain is asked', async () => {
    const payout = await scene.payout();
    scene.chain.behind = 0;
    scene.chain.mine({ ...payout, amount: 1n }, { madeAt: scene.service.clock.now });
    scene.chain.behind = 10;
    const { hash } = mineFor(payout);
    const { transaction: ask } = deposits;
    vi.spyOn(deposits, 'transaction').mockImplementationOnce(async (...asked) => {
      await scene.passes(5 * secondMs);
      return ask(...asked);
    });
    const { funding } = bodyOf(await scene.confirm(payout, hash));
    expect(funding).toEqual({ status: 'confirming', received: '0.000001', hash });
  });

  test('is still waited for when somebody else sends a cent', async () => {
    const payout = await scene.payout();
    const { hash } = mineFor(payout);
    scene.chain.behind = 0;
    scene.chain.mine({ ...payout, amount: 1n }, { madeAt: scene.service.clock.now });
    scene.chain.vanish(hash);
    scene.chain.behind = 10;
    const again = mineFor(payout);
    bodyOf(await scene.confirm(payout, again));
    await scene.passes(10 * secondMs);
    const { funding } = await scene.read(payout);
    expect(funding).toEqual({ status: 'confirming', received: '0.000001', hash: again.hash });
    expect((await scene.cancel(payout)).body).toMatchObject({ type: 'PAYOUT_NOT_CANCELABLE' });
  });

  test('funds the payouts of two organizations to which it sends, confirmed at once', async () => {
    const other = await scene.organization();
    const payee = await addRecipient(scene.service, other);
    const [ours, theirs] = [await scene.payout(), bodyOf(await scene.pay({}, { of: other, payee }))];
    const { hash } = mine([ours, theirs].map(({ payoutId }) => ({ payoutId, amount: dollars(100) })));
    scene.chain.finalize();
    const answers = await Promise.all([scene.confirm(ours, hash), scene.confirm(theirs, hash, other)]);
    for (const answer of answers) expect(bodyOf(answer)).toMatchObject({ funding: { status: 'funded' } });
    await scene.passes(10 * secondMs);
    expect([ours, theirs].map(({ payoutId }) => scene.rail.payments.get(payoutId))).toEqual([1, 1]);
  });

  test('is judged once, however many confirm it while the worker reads it', async () => {
    const payout = await scene.payout();
    const { hash } = scene.send(payout, dollars(100));
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => scene.confirm(payout, hash)),
      scene.passes(10 * secondMs),
    ]);
    for (const answer of answers)
      if (answer) expect(answer.body).toMatchObject(answer.status === 200 ? {} : { type: 'CONFLICT' });
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', funding: { received: '100.000000' } });
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
    expect(await scene.deposits()).toEqual([]);
  });
});

describe('a confirmed transaction', () => {
  test('that vanishes is waited for no longer: another can be confirmed', async () => {
    const payout = await scene.payout();
    const { hash } = mineFor(payout);
    bodyOf(await scene.confirm(payout, hash));
    scene.chain.vanish(hash);
    await scene.passes(2 * minuteMs);
    expect((await scene.read(payout)).funding).toEqual({ status: 'waiting', received: '0.000000' });
    const another = mineFor(payout);
    expect(bodyOf(await scene.confirm(payout, another)).funding).toMatchObject({ hash: another.hash });
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('that vanishes lets the payout be canceled, and is a held deposit if it comes after all', async () => {
    const payout = await scene.payout();
    const { hash } = mineFor(payout);
    bodyOf(await scene.confirm(payout, hash));
    scene.chain.vanish(hash);
    await scene.passes(2 * minuteMs);
    bodyOf(await scene.cancel(payout));
    const late = scene.send(payout, dollars(100), { hash });
    expectError(await scene.confirm(payout, late), 'PAYOUT_NOT_FUNDABLE');
    expectError(await scene.confirm(payout, late), 'PAYOUT_NOT_FUNDABLE');
    expect(await scene.deposits()).toMatchObject([{ amount: '100.00', status: 'pending', payoutId: payout.payoutId }]);
    await scene.passes(10 * secondMs);
    expect(scene.rail.calls).toEqual([]);
  });

  test('that a reorganization puts into another block funds the payout all the same', async () => {
    const payout = await scene.payout();
    const { hash } = mineFor(payout);
    bodyOf(await scene.confirm(payout, hash));
    scene.chain.mineAgain(hash, scene.service.clock.now);
    await scene.passes(2 * minuteMs);
    expect((await scene.read(payout)).funding).toMatchObject({ status: 'confirming', hash });
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('that no list of transfers has is found all the same', async () => {
    const payout = await scene.payout();
    const { hash } = mineFor(payout);
    bodyOf(await scene.confirm(payout, hash));
    scene.chain.leaveOut(hash);
    scene.chain.finalize();
    await scene.passes(2 * minuteMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('whose sender is listed before it is final is parked, and the payout waits for another', async () => {
    const payout = await scene.payout();
    const { hash } = mine({ ...payout, amount: dollars(100) }, { signer: listed });
    bodyOf(await scene.confirm(payout, hash));
    scene.listed.add(listed);
    scene.chain.finalize();
    await scene.passes(2 * minuteMs);
    expect((await scene.read(payout)).funding).toEqual({ status: 'waiting', received: '0.000000' });
    await expectRefusal(payout, hash, 'FUNDING_NOT_VERIFIABLE');
    expect(await scene.deposits()).toEqual([]);
  });

  test('keeps the payout from its end, however long its chain is silent', async () => {
    const payout = await scene.payout();
    scene.service.clock.advance(endMs - minuteMs);
    await scene.passes(0);
    bodyOf(await scene.confirm(payout, mineFor(payout)));
    await scene.passes(10 * minuteMs);
    expect((await scene.read(payout)).funding.status).toBe('confirming');
    scene.chain.isSilent = true;
    await scene.passes(60 * minuteMs);
    expect((await scene.read(payout)).funding.status).toBe('confirming');
    scene.chain.isSilent = false;
    scene.chain.finalize();
    await scene.passes(20 * minuteMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('that vanishes after the end of its payout ends it', async () => {
    const payout = await scene.payout();
    scene.service.clock.advance(endMs - minuteMs);
    await scene.passes(0);
    const { hash } = mineFor(payout);
    bodyOf(await scene.confirm(payout, hash));
    await scene.passes(10 * minuteMs);
    scene.chain.vanish(hash);
    await scene.passes(2 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'failed', failureCode: 'quote_expired' });
  });
});

describe('refused, and nothing is changed:', () => {
  test.each([unknownHash.slice(0, -1), `${unknownHash}0`, unknownHash.slice(2), `0x${'zz'.repeat(32)}`, '', 5])(
    'what is no hash: %s',
    async (transactionHash) => {
      const { payoutId } = await scene.payout();
      const path = `${pathOf(scene.of)}/payouts/${payoutId}/funding/confirm`;
      expectError(await scene.service.post(path, scene.of, { transactionHash }), 'VALIDATION_ERROR');
    },
  );

  test('a payout that is not there, or another organization’s', async () => {
    const other = await scene.organization();
    const payee = await addRecipient(scene.service, other);
    const theirs = bodyOf(await scene.pay({}, { of: other, payee }));
    const { hash } = scene.send(theirs, dollars(100));
    for (const payout of [theirs, { payoutId: 'po_unknown' }])
      expectError(await scene.confirm(payout, hash), 'NOT_FOUND');
  });

  test('a payout from the balance', async () => {
    const live = await storePayout(scene.service, scene.of, {
      requiresFunding: false,
      status: 'pending',
      livemode: true,
    });
    await expectRefusal(live, unknownHash, 'FUNDING_NOT_APPLICABLE');
    await scene.service.runtime.store.remove(refTo(PayoutEntity, live), {});
    const sandbox = await fundedOrganization(scene.service);
    await expectRefusal(await addPayout(scene.service, sandbox), unknownHash, 'BAD_REQUEST', sandbox);
  });

  test('a payout that has ended, whatever the chain says', async () => {
    const [canceled, paid, failed] = [
      await scene.payout(),
      await scene.payout({ amount: '99.00' }),
      await scene.payout({ amount: '98.00' }),
    ];
    bodyOf(await scene.cancel(canceled));
    scene.send(paid, dollars(99));
    await scene.passes(10 * secondMs);
    scene.service.clock.advance(endMs);
    await scene.passes(10 * secondMs);
    expect((await scene.read(failed)).status).toBe('failed');
    const elsewhere = scene.send({ payoutId: 'po_elsewhere' }, dollars(100));
    for (const payout of [canceled, paid, failed]) {
      await expectRefusal(payout, unknownHash, 'PAYOUT_NOT_FUNDABLE');
      await expectRefusal(payout, elsewhere, 'PAYOUT_NOT_FUNDABLE');
      scene.chain.isSilent = true;
      await expectRefusal(payout, unknownHash, 'PAYOUT_NOT_FUNDABLE');
      scene.chain.isSilent = false;
    }
    expect(await scene.deposits()).toEqual([]);
  });

  test('another transaction for a payout whose money is there', async () => {
    const payout = await scene.payout();
    scene.rail.news = () => ({ status: 'pending', recheckInMs: dayMs });
    scene.send(payout, dollars(100));
    await scene.passes(10 * secondMs);
    await expectRefusal(payout, unknownHash, 'CONFLICT');
  });

  test('what is in no block, and what nobody can say anything of', async () => {
    const payout = await scene.payout();
    await expectRefusal(payout, unknownHash, 'FUNDING_NOT_YET_VERIFIABLE');
    const transaction = mineFor(payout);
    scene.chain.isSilent = true;
    await expectRefusal(payout, transaction, 'FUNDING_NOT_YET_VERIFIABLE');
    scene.chain.isSilent = false;
    vi.spyOn(scene.senders, 'screenSender').mockRejectedValue(new ScreeningUnavailable('gone'));
    await expectRefusal(payout, transaction, 'FUNDING_NOT_YET_VERIFIABLE');
  });

  test.each<[string, (payout: Named) => PlayedTransfer | readonly PlayedTransfer[], object]>([
    ['fails', ({ payoutId }) => ({ payoutId, amount: dollars(100) }), { fails: true }],
    [
      'sends another token',
      ({ payoutId }) => ({ payoutId, amount: dollars(100), contract: scene.chain.otherToken.contract }),
      {},
    ],
    ['sends to another address', () => ({ to: listed, amount: dollars(100) }), {}],
    ['sends too little', ({ payoutId }) => ({ payoutId, amount: dollars(100) - 1n }), {}],
    ['sends nothing', ({ payoutId }) => ({ payoutId, amount: 0n }), {}],
  ])('a transaction that %s', async (_, transfers, made) => {
    const payout = await scene.payout();
    const transaction = mine(transfers(payout), made);
    await expectRefusal(payout, transaction, 'FUNDING_TRANSACTION_INVALID');
    scene.chain.finalize();
    await expectRefusal(payout, transaction, 'FUNDING_TRANSACTION_INVALID');
    await scene.passes(10 * secondMs);
    await expectRefusal(payout, transaction, 'FUNDING_TRANSACTION_INVALID');
  });

  test('one that sent nothing here and has funded another payout, of whatever organization', async () => {
    const other = await scene.organization();
    const payee = await addRecipient(scene.service, other);
    const [theirs, ours, funded] = [
      bodyOf(await scene.pay({}, { of: other, payee })),
      await scene.payout(),
      await scene.payout({ amount: '99.00' }),
    ];
    for (const one of [theirs, funded]) {
      const transaction = scene.send(one, dollars(100));
      await expectRefusal(ours, transaction, 'FUNDING_TRANSACTION_INVALID');
      await scene.passes(10 * secondMs);
      await expectRefusal(ours, transaction, 'FUNDING_TRANSACTION_ALREADY_USED');
    }
  });

  test('one of a listed sender, before it is final and once it is parked', async () => {
    scene.listed.add(listed);
    const payout = await scene.payout();
    const transaction = mine({ ...payout, amount: dollars(100) }, { signer: listed });
    await expectRefusal(payout, transaction, 'FUNDING_NOT_VERIFIABLE');
    scene.chain.finalize();
    await expectRefusal(payout, transaction, 'FUNDING_NOT_VERIFIABLE');
    await scene.passes(10 * secondMs);
    await expectRefusal(payout, transaction, 'FUNDING_NOT_VERIFIABLE');
  });

  test('one that no treasury would take', async () => {
    const payout = await scene.payout();
    scene.chain.bring(payout.payoutId, 0n);
    const transaction = scene.send(payout, dollars(100));
    await expectRefusal(payout, transaction, 'FUNDING_NOT_VERIFIABLE');
    await scene.passes(10 * secondMs);
    await expectRefusal(payout, transaction, 'FUNDING_NOT_VERIFIABLE');
  });

  test('a second transaction while the first is waited for', async () => {
    const payout = await scene.payout();
    const [first, second] = [mineFor(payout), mineFor(payout)];
    bodyOf(await scene.confirm(payout, first));
    await expectRefusal(payout, second, 'CONFLICT');
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    expect(await scene.deposits()).toMatchObject([{ amount: '100.00', status: 'pending' }]);
  });

  test('a payout that is canceled while the chain is asked', async () => {
    const payout = await scene.payout();
    const transaction = mineFor(payout);
    const { transaction: ask } = deposits;
    vi.spyOn(deposits, 'transaction').mockImplementation(async (token, hash) => {
      bodyOf(await scene.cancel(payout));
      return ask(token, hash);
    });
    expectError(await scene.confirm(payout, transaction), 'CONFLICT');
    expect(await scene.read(payout)).toMatchObject({ status: 'canceled', funding: { status: 'waiting' } });
  });

  test('a suspended organization', async () => {
    const payout = await scene.payout();
    await scene.change(scene.of, { status: 'suspended' });
    await expectRefusal(payout, mineFor(payout), 'ACCOUNT_BLOCKED');
    await scene.change(scene.of, { status: 'active' });
  });

  test('a key that only reads', async () => {
    const payout = await scene.payout();
    const { organizationId } = scene.of;
    const reader = { organizationId, ...(await scene.service.key(organizationId, { scopes: ['read'] })) };
    await expectRefusal(payout, mineFor(payout), 'INSUFFICIENT_SCOPE', reader);
  });
});

test('takes six calls to table and nodes in a row', async () => {
  const payout = await scene.payout();
  const { hash } = mineFor(payout);
  const { intercept, take } = createCallRecorder();
  /** What one question takes: each node's final block and receipt, then the blocks of both. */
  const rounds = 2;
  const transaction: DepositChain['transaction'] = async (...asked) => {
    for (let round = 0; round < rounds; round += 1) await intercept({ name: 'node' } as never, () => sleep(10));
    return deposits.transaction(...asked);
  };
  const timed = scene.service.process((call, send) => intercept(call, () => sleep(10).then(send)), {
    deposits: { ...deposits, transaction },
    senders: scene.senders,
    rails: scene.service.runtime.rails,
  });
  const path = `${pathOf(scene.of)}/payouts/${payout.payoutId}/funding/confirm`;
  const answer = bodyOf(await timed.post(path, scene.of, { transactionHash: hash }));
  expect(answer).toMatchObject({ funding: { status: 'confirming' } });
  expect(sequentialCalls(take())).toBe(6);
});
