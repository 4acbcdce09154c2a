import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Item } from '../../../../local/table/item.ts';
import { itemSize } from '../../../../local/table/item-size.ts';
import { putIf } from '../../../../shared/ground/table/writes.ts';
import { maxVelocityPayouts } from '../../../../shared/identity/controls.ts';
import { HeadEntity } from '../../../../shared/journal/commit/head.ts';
import { createFaultyTable, type FaultyTable } from '../../../support/faults.ts';
import {
  accept,
  addQuote,
  bodyOf,
  expectSoundBooks,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../../support/journey.ts';
import { quotes } from '../../../support/quotes.ts';
import { type Answer, TestService, type TestSession } from '../../../support/service.ts';
import { vote, work } from '../../approvals/support.ts';
import { type Controls, headOf, setControls } from '../../journal/commit/support.ts';
import { capped } from './support.ts';

const dayMs = 24 * 60 * 60_000;
let table: FaultyTable;
let service: TestService;

beforeAll(async () => {
  table = await createFaultyTable();
  service = await TestService.start({}, table);
});

type Payee = Parameters<typeof capped>[2];
type Rules = Partial<NonNullable<Controls['approvals']>>;

/** An organization of which 100.00 may leave a day without a vote, unless said otherwise. */
async function daily(rules: Rules = {}, payee: Payee = {}) {
  const { organization: of, recipient } = await capped(service, {}, payee);
  const voter = await service.member(of.organizationId, 'admin');
  const other = await service.member(of.organizationId, 'owner');
  const approvers = [voter.userId, other.userId];
  const set = (change: Rules = {}) =>
    setControls(service.runtime, of.organizationId, {
      approvals: { dailyThreshold: 100_00n, quorum: 1, approvers, ...rules, ...change },
    });
  await set();
  const pay = (amount: string) => sendPayout(service, of, recipient, { amount });
  return { of, recipient, voter, set, pay };
}

const approveAndSend = async (of: TestOrganization, voter: TestSession, { body }: Answer) => {
  bodyOf(await vote(service, of, body.approvalId, voter));
  await work(service, of, body.approvalId);
};

const unapproved = async ({ organizationId }: TestOrganization) =>
  (await headOf(service.runtime, organizationId)).paidToday?.unapproved;

describe('of a UTC day', () => {
  test(
    'a sum up to the daily threshold leaves without a vote; what would pass it by a cent waits',
    quotes({ 'Endpoints > Other referenced operations': 'enforces approval threshold' }),
    async () => {
      const { of, pay } = await daily();
      bodyOf(await pay('60.00'));
      bodyOf(await pay('40.01'), 202);
      bodyOf(await pay('40.00'));
      bodyOf(await pay('1.00'), 202);
      await expectSoundBooks(service, of);
    },
  );

  test('the next day begins anew', async () => {
    const { pay } = await daily();
    bodyOf(await pay('100.00'));
    service.clock.now = Math.ceil(service.clock.now / dayMs) * dayMs - 1;
    bodyOf(await pay('1.00'), 202);
    service.clock.advance(1);
    bodyOf(await pay('100.00'));
    bodyOf(await pay('1.00'), 202);
  });

  test('the fee counts', async () => {
    const { of, recipient, pay } = await daily({ dailyThreshold: 101_00n });
    const amount = { amount: '92.00', amountLeg: 'destination' };
    const { sourceAmount } = bodyOf(await sendPayout(service, of, recipient, amount));
    expect(await unapproved(of)).toBe(BigInt(sourceAmount.replace('.', '')));
    bodyOf(await pay('50.00'), 202);
  });

  test('the morning counts for a daily threshold that is set at noon, however the money left', async () => {
    const { organization: of, recipient } = await capped(service, {});
    const quote = await addQuote(service, of, recipient, { amount: '30.00' });
    bodyOf(await accept(service, of, quote));
    bodyOf(await sendPayout(service, of, recipient, { amount: '30.00' }));
    const voters = await Promise.all(
      ['ida', 'jon'].map((userId) => service.member(of.organizationId, 'admin', userId)),
    );
    await setControls(service.runtime, of.organizationId, {
      approvals: { dailyThreshold: 100_00n, quorum: 1, approvers: voters.map(({ userId }) => userId) },
    });
    bodyOf(await sendPayout(service, of, recipient, { amount: '40.01' }), 202);
    bodyOf(await sendPayout(service, of, recipient, { amount: '40.00' }));
  });

  test('what an earlier release counted, and did not tell apart, counts', async () => {
    const { of, pay } = await daily();
    bodyOf(await pay('60.00'));
    const { paidToday, ...head } = await headOf(service.runtime, of.organizationId);
    const { day = '', amount = 0n } = paidToday ?? {};
    await service.runtime.store.put(HeadEntity, { ...head, paidToday: { day, amount } });
    bodyOf(await pay('40.01'), 202);
    bodyOf(await pay('40.00'));
    expect(await unapproved(of)).toBe(100_00n);
  });

  test('one that was approved does not count', async () => {
    const { of, voter, pay } = await daily();
    await approveAndSend(of, voter, await pay('500.00'));
    expect(await headOf(service.runtime, of.organizationId)).toMatchObject({
      paidToday: { amount: 500_00n, unapproved: 0n },
    });
    bodyOf(await pay('100.00'));
    await expectSoundBooks(service, of);
  });

  test('one that waits takes no room', async () => {
    const { pay } = await daily();
    bodyOf(await pay('100.01'), 202);
    bodyOf(await pay('100.00'));
  });
});

describe('a payout that ends without having paid', () => {
  test.each([
    ['account_invalid', 200],
    ['returned_by_bank', 200],
    ['completed', 202],
  ])('%s: the room that it took on the same day answers the next with %i', async (outcome, status) => {
    const { of, pay } = await daily({}, { outcome });
    bodyOf(await pay('100.00'));
    await settle(service);
    bodyOf(await pay('100.00'), status);
    expect(await unapproved(of)).toBe(100_00n);
  });

  test('gives nothing back that it did not take: it had been approved', async () => {
    const { of, voter, pay } = await daily({}, { outcome: 'account_invalid' });
    const waiting = await pay('500.00');
    bodyOf(await pay('100.00'));
    await approveAndSend(of, voter, waiting);
    expect(await unapproved(of)).toBe(100_00n);
    await settle(service);
    expect((await headOf(service.runtime, of.organizationId)).paidToday).toMatchObject({ amount: 0n, unapproved: 0n });
  });
});

test('each of both thresholds holds by itself', async () => {
  const { pay, set } = await daily({ threshold: 50_00n });
  bodyOf(await pay('50.01'), 202);
  bodyOf(await pay('50.00'));
  bodyOf(await pay('50.00'));
  bodyOf(await pay('1.00'), 202);
  await set({ dailyThreshold: 0n });
  bodyOf(await pay('1.00'), 202);
});

test('twenty callers at once leave of a daily threshold no room and take none twice', { timeout: 60_000 }, async () => {
  const { of, recipient } = await daily({ dailyThreshold: 700_00n });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sendPayout(service, of, recipient, { reference: randomUUID() })),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array.from({ length: 7 }, () => 200), ...Array.from({ length: 13 }, () => 202)]);
  expect(await unapproved(of)).toBe(700_00n);
  await expectSoundBooks(service, of);
});

test('the head with all that is counted stays within a kilobyte, a write unit', async () => {
  const { of } = await daily();
  const head = await headOf(service.runtime, of.organizationId);
  const amount = 999_999_999_999_99n;
  const counted = {
    ...head,
    paidToday: { day: '2026-03-01', amount, unapproved: amount },
    recentPayouts: Array.from({ length: maxVelocityPayouts }, (_, index) => service.clock.now + index),
    balances: { USD: { available: amount, held: amount }, EUR: { available: amount, held: amount } },
  };
  const { Item } = putIf(HeadEntity, counted, {}).input;
  expect(itemSize(Item as Item)).toBeLessThan(1_024);
});
