import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FakeRail } from '../support/fake-rail.ts';
import { settle } from '../support/journey.ts';
import { performed } from '../support/operations.ts';
import { quotedByName } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { availableOf, newCaller, payeeOf, useService } from './support.ts';

const stage = useService();
const rail = new FakeRail();
const otherwise = useService({ rails: rail.rails });

/** A payout of 100.00 to an account that chooses this outcome of the sandbox, once nothing more happens to it. */
async function ended(outcome: string, { http } = stage) {
  const caller = await newCaller(http);
  const destinationAccountId = await payeeOf(caller, { outcome });
  const { payoutId } = await sent(caller.sluice.createPayout({ amount: '100.00', destinationAccountId }));
  expect(await availableOf(caller)).toBe('900.00');
  await settle(http.service);
  const payout = await caller.sluice.getOrder({ payoutId });
  const last = (await caller.sluice.listEvents({ payoutId })).data.at(-1);
  const rows = (await caller.sluice.listBalanceTransactions({ orderId: payoutId })).data;
  return { payout, last, rows, available: await availableOf(caller) };
}

describe('States and transitions > Payout', quotedByName, () => {
  test('Failure codes (on a payout whose status is failed; this is not an error response)', async () => {
    const { payout } = await ended('account_invalid');
    expect(payout).toMatchObject({ status: 'failed', failureCode: 'account_invalid' });
    expect((await ended('completed')).payout).not.toHaveProperty('failureCode');
  });

  test.each([
    ['`returned_by_bank` | settled, then the receiving bank returned it | yes', 'returned_by_bank'],
    ['`account_invalid` | account details wrong | yes', 'account_invalid'],
    ['`account_cannot_receive` | account cannot accept this payment | yes', 'account_cannot_receive'],
    ['`limit_exceeded` | above a corridor or account limit | yes', 'limit_exceeded'],
    ['`quote_expired` | too long between quoting and sending | yes', 'quote_expired'],
    ['`authorization_not_completed` | authorization step unfinished | yes', 'authorization_not_completed'],
  ] as const)('%s', async (_quoted, failureCode) => {
    // Whatever the rail: the sandbox's, and one that fails every payout so.
    const isReturn = failureCode === 'returned_by_bank';
    rail.news = () => (isReturn ? { status: 'returned' } : { status: 'failed', failureCode, fundsReturned: true });
    for (const { payout, last, rows, available } of [await ended(failureCode), await ended('completed', otherwise)]) {
      expect(payout).toMatchObject({ failureCode, fundsReturned: true });
      expect(last?.data).toEqual({ ...payout, status: 'failed' });
      expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
        ['payout_return', '100.00'],
        ['payout', '-100.00'],
      ]);
      expect(available).toBe('1000.00');
    }
  });

  test('`compliance_rejected` | refused by screening | not automatically; contact support, do not retry', async () => {
    const { payout, rows, available } = await ended('compliance_rejected');
    expect(payout).toMatchObject({ status: 'failed', failureCode: 'compliance_rejected', fundsReturned: false });
    expect(rows).toHaveLength(1);
    expect(available).toBe('900.00');
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/errors.md'), 'utf8');
    expect(guide).toContain('After `compliance_rejected`, contact support and do not retry.');
  });

  test.each([
    ['`execution_failed` | did not go through, cause not established | check `fundsReturned`', 'execution_failed'],
    ['`unknown` | no specific cause | check `fundsReturned`', 'unknown'],
  ])('%s', async (_quoted, failureCode) => {
    const returned = await ended(`${failureCode}_funds_returned`);
    expect(returned.payout).toMatchObject({ status: 'failed', failureCode, fundsReturned: true });
    expect(returned.available).toBe('1000.00');
    const kept = await ended(`${failureCode}_funds_kept`);
    expect(kept.payout).toMatchObject({ status: 'failed', failureCode, fundsReturned: false });
    expect(kept.available).toBe('900.00');
  });
});

describe('States and transitions > Deposit', quotedByName, () => {
  test('A bank deposit held short of the total stays `pending` until accepted in the dashboard and is not announced.', async () => {
    const caller = await newCaller(stage.http, '0');
    const { service } = stage.http;
    const { organizationId } = caller.of;
    const transfer = { organizationId, amount: '90.00', currency: 'USD', expected: '100.00', externalId: 'short' };
    const { depositId } = await performed(service, 'credit-deposit', transfer);
    expect(await caller.sluice.getDeposit({ depositId })).toMatchObject({ status: 'pending' });
    expect((await caller.sluice.listEvents()).data).toEqual([]);
    expect(await availableOf(caller)).toBe('0.00');

    const path = `/payments/organizations/${organizationId}/deposits/${depositId}/accept`;
    const accepted = await service.post(path, await service.member(organizationId, 'operator'), undefined);
    expect(accepted.body).toMatchObject({ status: 'completed' });
    expect((await caller.sluice.listEvents()).data).toMatchObject([{ type: 'deposit.completed', data: accepted.body }]);
    expect(await availableOf(caller)).toBe('90.00');
  });

  test('A completed deposit emits `deposit.completed` once.', async () => {
    const { sluice } = await newCaller(stage.http, '0');
    const options = { idempotencyKey: 'one-deposit' };
    const deposit = await sluice.fundSandbox({ amount: '5.00' }, options);
    expect(await sluice.fundSandbox({ amount: '5.00' }, options)).toEqual(deposit);
    expect(deposit.status).toBe('completed');
    expect((await sluice.listEvents()).data).toMatchObject([{ type: 'deposit.completed', data: deposit }]);
  });
});
