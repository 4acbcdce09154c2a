import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { fundComplete } from '../../../shared/payouts/arrivals/fund-complete.ts';
import { catchUpPayout } from '../../../shared/payouts/lifecycle/restore-payout.ts';
import type { SelfFundedPayout } from '../../../shared/payouts/payout/funding.ts';
import { PayoutEntity } from '../../../shared/payouts/payout/payout.ts';
import type { RailRecord } from '../../../shared/ports/payout-rail.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { bodyOf, expectSoundBooks } from '../../support/journey.ts';
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
/** At 0.95 this takes 96.85. */
const exactly = { amount: '91.77', amountLeg: 'destination' };

function ask(rate: string): void {
  scene.rail.price = async () => ({ rate, fee: 25n });
}

/** A payout that is quoted at 0.95 half an hour after it was made, and then the rate falls. */
async function quotedPayout(body: object = exactly) {
  const payout = await scene.payout({ reference: randomUUID(), ...body });
  scene.service.clock.advance(31 * minuteMs);
  ask('0.95');
  const quote = bodyOf(await scene.quote(payout));
  ask('0.50');
  return { payout, quote, endsAt: Date.parse(quote.expiresAt) };
}

const rowOf = ({ payoutId }: Named) =>
  scene.service.runtime.store.get(refTo(PayoutEntity, { organizationId: scene.of.organizationId, payoutId }));
const confirmQuoted = (payout: Named, transaction: { readonly hash: string }, fundingQuoteId: string) =>
  scene.confirm(payout, transaction, scene.of, { fundingQuoteId });
const mine = (payout: Named, amount: number, madeAt = scene.service.clock.now) =>
  scene.chain.mine({ ...payout, amount: dollars(amount) }, { madeAt });

/** Refused as said, and nothing was recorded. */
async function expectRefusal(
  payout: Named,
  hash: { readonly hash: string },
  fundingQuoteId: string,
  type: 'FUNDING_QUOTE_EXPIRED' | 'NOT_FOUND',
) {
  const [before, transfers] = [await rowOf(payout), await storedItems(scene.service, 'fundingTransfer')];
  expectError(await confirmQuoted(payout, hash, fundingQuoteId), type);
  expect(await rowOf(payout)).toEqual(before);
  expect(await storedItems(scene.service, 'fundingTransfer')).toEqual(transfers);
}

describe('a confirmation that names a quote', () => {
  test.each([0, 10])('is accepted where the transaction was mined by its end: %i blocks behind', async (behind) => {
    const { payout, quote, endsAt } = await quotedPayout();
    scene.chain.behind = behind;
    const transaction = mine(payout, 96.85, endsAt);
    scene.service.clock.now = endsAt + minuteMs;
    const { funding } = bodyOf(await confirmQuoted(payout, transaction, quote.fundingQuoteId));
    expect(funding.status).toBe('confirming');
    expectError(await scene.cancel(payout), 'PAYOUT_NOT_CANCELABLE');
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    const paid = await scene.read(payout);
    expect(paid).toMatchObject({ status: 'completed', sourceAmount: '96.85', rate: '0.95' });
    expect(bodyOf(await confirmQuoted(payout, transaction, quote.fundingQuoteId))).toEqual(paid);
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });

  test.each([0, 10])('is refused where the quote had ended: %i blocks behind', async (behind) => {
    const { payout, quote, endsAt } = await quotedPayout({});
    scene.chain.behind = behind;
    const transaction = mine(payout, 100, endsAt + secondMs);
    scene.service.clock.now = endsAt + minuteMs;
    await expectRefusal(payout, transaction, quote.fundingQuoteId, 'FUNDING_QUOTE_EXPIRED');
    ask('0.94');
    bodyOf(await scene.confirm(payout, transaction));
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', rate: '0.94' });
  });

  test('is refused where the transaction sends more transfers than one step records', async () => {
    const { payout, quote, endsAt } = await quotedPayout({});
    const many = Array.from({ length: 30 }, () => ({ ...payout, amount: dollars(4) }));
    const transaction = scene.chain.mine(many, { madeAt: endsAt + secondMs });
    scene.service.clock.now = endsAt + minuteMs;
    await expectRefusal(payout, transaction, quote.fundingQuoteId, 'FUNDING_QUOTE_EXPIRED');
  });

  test('is refused where another quote had taken the place of the first', async () => {
    const { payout, quote } = await quotedPayout();
    scene.service.clock.advance(minuteMs);
    ask('0.95');
    const second = bodyOf(await scene.quote(payout));
    scene.service.clock.advance(minuteMs);
    const transaction = mine(payout, 96.85);
    await expectRefusal(payout, transaction, quote.fundingQuoteId, 'FUNDING_QUOTE_EXPIRED');
    bodyOf(await confirmQuoted(payout, transaction, second.fundingQuoteId));
    await scene.passes(10 * secondMs);
    expect((await scene.read(payout)).status).toBe('completed');
  });

  test('is refused where the payout has no such quote', async () => {
    const [{ payout, quote }, other] = [await quotedPayout(), await scene.payout()];
    const transaction = mine(payout, 96.85);
    await expectRefusal(payout, transaction, 'fq_unknown', 'NOT_FOUND');
    await expectRefusal(other, mine(other, 100), quote.fundingQuoteId, 'NOT_FOUND');
  });

  test('says how much of the quoted amount is there', async () => {
    const { payout, quote } = await quotedPayout();
    const answer = await confirmQuoted(payout, mine(payout, 96), quote.fundingQuoteId);
    expectError(answer, 'FUNDING_TRANSACTION_INVALID');
    expect(answer.body.detail).toContain('96.000000 of 96.850000');
  });

  test('and was taken back by the chain and mined again after the end pays the amount of the payout alone', async () => {
    const { payout, quote, endsAt } = await quotedPayout();
    scene.chain.behind = 10;
    const { hash } = mine(payout, 96.85);
    bodyOf(await confirmQuoted(payout, { hash }, quote.fundingQuoteId));
    scene.chain.mineAgain(hash, endsAt + secondMs);
    scene.service.clock.now = endsAt + minuteMs;
    scene.chain.finalize();
    await scene.passes(3 * minuteMs);
    const waiting = { status: 'pending', funding: { status: 'waiting', received: '96.850000' } };
    expect(await scene.read(payout)).toMatchObject(waiting);
    bodyOf(await scene.cancel(payout));
    expect(await scene.deposits()).toMatchObject([{ amount: '96.85', status: 'pending' }]);
  });
});

describe('money that came for a quote', () => {
  test('is paid once, however often the worker dies', async () => {
    const { payout } = await quotedPayout();
    let deaths = 3;
    scene.chain.onAsked = (question) => {
      if (question === 'bankable' && scene.chain.sentFlushes.length === 0 && deaths-- > 0)
        throw new Error('the process died');
    };
    scene.send(payout, dollars(96.85));
    await scene.passes(60 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', sourceAmount: '96.85' });
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });

  test('is priced and paid once where two workers price it at once', async () => {
    const { payout } = await quotedPayout();
    const transaction = mine(payout, 96.85);
    bodyOf(await scene.confirm(payout, transaction));
    const row = (await rowOf(payout)) as SelfFundedPayout;
    await Promise.all([1, 2].map(() => fundComplete(scene.service.runtime, row)));
    await scene.passes(10 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', sourceAmount: '96.85' });
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
  });

  test('is known to the rail at its price, which a restore to a time before the quote takes from there', async () => {
    const { store } = scene.service.runtime;
    const payout = await scene.payout(exactly);
    const backup = await takeBackup(store);
    scene.service.clock.advance(31 * minuteMs);
    ask('0.95');
    bodyOf(await scene.quote(payout));
    scene.send(payout, dollars(96.85));
    await scene.passes(20 * secondMs);
    const record = (await scene.rail.since(0, scene.service.clock.now)).records[0] as RailRecord;
    await restoreBackup(store, backup);
    await catchUpPayout(scene.service.runtime, record, {
      organizationId: scene.of.organizationId,
      requestId: 'req_restore',
      at: scene.service.clock.now,
      action: 'payout.restore',
      actor: { actorUserId: 'operator:ada' },
    });
    await scene.passes(60 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', sourceAmount: '96.85', rate: '0.95' });
    expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
    expect(await scene.deposits()).toEqual([]);
  });

  test('is held where a restore has lost the quote and nothing was sent', async () => {
    const { store } = scene.service.runtime;
    const payout = await scene.payout(exactly);
    const backup = await takeBackup(store);
    const since = new Date(scene.service.clock.now).toISOString();
    scene.service.clock.advance(31 * minuteMs);
    ask('0.95');
    bodyOf(await scene.quote(payout));
    scene.chain.behind = 10;
    mine(payout, 96.85);
    await restoreBackup(store, backup);
    scene.service.clock.advance(minuteMs);
    let progress: unknown;
    do {
      const input = { since, settle: true, release: true, ...(progress ? { progress } : {}) };
      ({ progress } = await performed(scene.service, 'restore-check', input));
    } while (progress);
    scene.chain.finalize();
    await scene.change(scene.of, { restoreHold: undefined });
    const operator = await scene.service.member(scene.of.organizationId, 'operator');
    expectError(await scene.quote(payout, operator), 'CONFLICT');
    await scene.passes(13 * 60 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'failed', failureCode: 'quote_expired' });
    expect(await scene.deposits()).toMatchObject([{ amount: '96.85', status: 'pending' }]);
    expect(scene.rail.calls).toEqual([]);
  });

  test('and that a release before recorded as a part is paid within the hour after the end of the quote', async () => {
    const { payout, endsAt } = await quotedPayout();
    const row = (await rowOf(payout)) as SelfFundedPayout;
    const { quotes, ...unquoted } = row.funding;
    await scene.service.runtime.store.put(PayoutEntity, { ...row, funding: unquoted }, {} as never);
    scene.send(payout, dollars(96.85));
    await scene.passes(20 * secondMs);
    const recorded = (await rowOf(payout)) as SelfFundedPayout;
    const known = { ...recorded, funding: { ...recorded.funding, quotes } };
    await scene.service.runtime.store.put(PayoutEntity, known, {} as never);
    await scene.passes(endsAt + 61 * minuteMs - scene.service.clock.now);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed', sourceAmount: '96.85' });
  });
});
