import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { BalanceTransaction } from '../../client/src/index.ts';
import { settle } from '../support/journey.ts';
import { performed } from '../support/operations.ts';
import { quotedByName } from '../support/quotes.ts';
import { type Caller, changeOrganization, faultsOf, newCaller, payeeOf, useService } from './support.ts';

const stage = useService();
let caller: Caller;
/** Every row of a story with every kind of change, oldest first, and what was available after each. */
let rows: readonly BalanceTransaction[];
const available: string[] = [];

beforeAll(async () => {
  caller = await newCaller(stage.http, '1000.00');
  await balanced();
  await pay(await payeeOf(caller, { outcome: 'account_invalid' }), '10.00');
  await balanced();
  await settle(stage.http.service);
  await balanced();
  await holdAndRelease();
  await adjust('credit', '7.00');
  await balanced();
  await adjust('debit', '2.00');
  await balanced();
  rows = (await list()).data.toReversed();
});

const list = (params: object = {}) => caller.sluice.listBalanceTransactions(params);

async function balanced(): Promise<void> {
  available.push((await caller.sluice.getBalance()).available);
  stage.http.service.clock.advance(1_000);
}

const pay = (destinationAccountId: string, amount: string) =>
  caller.sluice.createPayout({ amount, destinationAccountId, reference: randomUUID() });

/** A payout that must be approved, and is not. */
async function holdAndRelease(): Promise<void> {
  const { organizationId } = caller.of;
  const admin = await stage.http.service.member(organizationId, 'admin');
  const approvals = { threshold: 50_00n, quorum: 1, approvers: [admin.userId] };
  await changeOrganization(stage.http, caller.of, { approvals });
  const pending = await pay(await payeeOf(caller, { serial: 1 }), '60.00');
  await balanced();
  if (pending.status !== 'pending_approval') throw new Error('it was sent at once');
  await stage.http.dashboard(organizationId, admin).rejectApproval({ approvalId: pending.approvalId });
  await settle(stage.http.service);
  await balanced();
}

async function adjust(direction: string, amount: string): Promise<void> {
  const adjustment = { organizationId: caller.of.organizationId, direction, amount, currency: 'USD', reason: 'a test' };
  await performed(stage.http.service, 'adjust', adjustment, { idempotencyKey: randomUUID() });
}

describe('Resources and their fields > Balance transaction', quotedByName, () => {
  test('One append-only row per change to the spendable balance: funding in, payouts out, returns, holds and their release, operator adjustments.', async () => {
    expect(rows.map(({ type, amount }) => [type, amount])).toEqual([
      ['deposit', '1000.00'],
      ['payout', '-10.00'],
      ['payout_return', '10.00'],
      ['hold', '-60.00'],
      ['hold_release', '60.00'],
      ['adjustment', '7.00'],
      ['adjustment', '-2.00'],
    ]);
    // Later changes leave them as they are.
    await adjust('credit', '1.00');
    expect((await list()).data.toReversed().slice(0, rows.length)).toEqual(rows);
  });

  test('`id` | cursor; paging returns strictly older rows', async () => {
    for (const [index, { id }] of rows.entries()) {
      expect((await list({ cursor: id })).data).toEqual(rows.slice(0, index).toReversed());
    }
    const page = await list({ cursor: rows[4]?.id, limit: 2 });
    expect(page.data).toEqual([rows[3], rows[2]]);
    expect((await list({ cursor: page.nextCursor })).data).toEqual([rows[1], rows[0]]);
  });

  test('`balanceAfter` | balance after the row', () => {
    expect(rows.map(({ balanceAfter }) => balanceAfter)).toEqual(available);
  });

  test("`net` | amount less fee, with the amount's sign; absent when the fee is unknown", () => {
    const kinds = Object.fromEntries(rows.map(({ type, fee, net }) => [type, [fee, net]]));
    expect(kinds).toMatchObject({
      deposit: ['0.00', '1000.00'],
      payout: ['0.50', '-9.50'],
      payout_return: ['0.50', '9.50'],
      hold: [undefined, undefined],
      hold_release: [undefined, undefined],
      adjustment: ['0.00', '-2.00'],
    });
    for (const row of rows) expect('net' in row).toBe('fee' in row);
  });

  test('`type` | filter values include `payout`, `payout_return`', async () => {
    for (const type of ['payout', 'payout_return', 'deposit', 'hold', 'hold_release', 'adjustment']) {
      const { data } = await list({ type, createdBefore: rows.at(-1)?.createdAt });
      expect(data.toReversed(), type).toEqual(rows.filter((row) => row.type === type));
    }
    expect(await faultsOf(list({ type: 'returned' }))).toEqual(['type[0]']);
  });

  test('`currency`, `createdAt` | as named', async () => {
    await caller.sluice.fundSandbox({ amount: '5.00', currency: 'EUR' });
    const now = new Date(stage.http.service.clock.now).toISOString();
    expect((await list()).data[0]).toMatchObject({ currency: 'EUR', amount: '5.00', createdAt: now });
    for (const { currency } of rows) expect(currency).toBe('USD');
    const seconds = rows.map(({ createdAt }) => Date.parse(createdAt));
    expect(seconds).toEqual(seconds.toSorted((a, b) => a - b));
    expect(new Set(seconds).size).toBeGreaterThan(5);
  });
});
