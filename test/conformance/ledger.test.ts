import { beforeAll, describe, expect, test } from 'vitest';
import type { BalanceTransaction, ListBalanceTransactionsParams } from '../../client/src/index.ts';
import { commitOnce } from '../shared/journal/commit/support.ts';
import { settle } from '../support/journey.ts';
import { quotedByName } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { type Caller, callerOf, faultsOf, newCaller, payeeOf, send, useService } from './support.ts';

const stage = useService();
let caller: Caller;
let payoutId: string;
/** Every row, newest first. */
let all: readonly BalanceTransaction[];

beforeAll(async () => {
  caller = await newCaller(stage.http);
  const destinationAccountId = await payeeOf(caller, { outcome: 'returned_by_bank' });
  ({ payoutId } = await sent(caller.sluice.createPayout({ amount: '100.00', destinationAccountId })));
  stage.http.service.clock.advance(1_000);
  await caller.sluice.fundSandbox({ amount: '5.00', currency: 'EUR' });
  await settle(stage.http.service);
  all = await rows();
});

const list = (params: object) => caller.sluice.listBalanceTransactions(params as ListBalanceTransactionsParams);
const rows = async (params: object = {}) => (await list(params)).data;
const path = () => `/payments/organizations/${caller.of.organizationId}/balance_transactions`;

describe('Endpoints > List balance transactions', quotedByName, () => {
  test('`GET P/balance_transactions`.', async () => {
    expect(await rows()).toEqual(all);
    expect(caller.exchanges.at(-1)?.request).toBe('GET P/balance_transactions');
  });

  test('Query: `cursor`', async () => {
    const { data, nextCursor } = await list({ limit: 2 });
    expect(data).toEqual(all.slice(0, 2));
    expect(await rows({ cursor: nextCursor })).toEqual(all.slice(2));
  });

  test('`limit` (1 to 100, default 100, out of range refused)', async () => {
    const { runtime } = stage.http.service;
    const of = await stage.http.service.organization();
    for (let row = 0; row < 101; row += 1) await commitOnce(runtime, of.organizationId);
    const { sluice } = callerOf(stage.http, of);
    expect((await sluice.listBalanceTransactions()).data).toHaveLength(100);
    expect((await sluice.listBalanceTransactions({ limit: 100 })).data).toHaveLength(100);
    expect((await sluice.listBalanceTransactions({ limit: 1 })).data).toHaveLength(1);
    for (const limit of [0, 101, -1, 1.5]) expect(await faultsOf(list({ limit }))).toEqual(['limit']);
  });

  test('`type` (comma-separated; other values 400)', async () => {
    expect((await rows({ type: 'payout' })).map(({ type }) => type)).toEqual(['payout']);
    const both = await rows({ type: 'payout,payout_return' });
    expect(both.map(({ type }) => type)).toEqual(['payout_return', 'payout']);
    expect(await faultsOf(list({ type: 'payout,fee' }))).toEqual(['type[1]']);
  });

  test('`orderId`', async () => {
    expect(await rows({ orderId: payoutId })).toEqual(all.filter((row) => row.payoutId === payoutId));
    expect(await rows({ orderId: payoutId })).toHaveLength(2);
    expect(await rows({ orderId: 'po_1' })).toEqual([]);
  });

  test('`currency`', async () => {
    expect((await rows({ currency: 'EUR' })).map(({ amount }) => amount)).toEqual(['5.00']);
    expect(await rows({ currency: 'GBP' })).toEqual([]);
  });

  test('`createdAfter`, `createdBefore` (inclusive, ISO 8601 with timezone)', async () => {
    const { createdAt = '' } = all.find(({ currency }) => currency === 'EUR') ?? {};
    const moment = Date.parse(createdAt);
    const after = all.filter((row) => Date.parse(row.createdAt) >= moment);
    const before = all.filter((row) => Date.parse(row.createdAt) <= moment);
    expect([after.length, before.length]).toEqual([2, 3]);
    const elsewhere = new Date(moment + 2 * 60 * 60_000).toISOString().replace('Z', '+02:00');
    for (const instant of [createdAt, elsewhere]) {
      expect(await rows({ createdAfter: instant })).toEqual(after);
      expect(await rows({ createdBefore: instant })).toEqual(before);
    }
    const [returned, paid] = await rows({ orderId: payoutId });
    expect(await rows({ orderId: payoutId, createdBefore: paid?.createdAt })).toEqual([paid]);
    expect(await rows({ orderId: payoutId, createdAfter: returned?.createdAt })).toEqual([returned]);
    for (const name of ['createdAfter', 'createdBefore']) {
      for (const instant of ['2026-03-01T12:00:00', '2026-03-01']) {
        expect(await faultsOf(list({ [name]: instant }))).toEqual([name]);
      }
    }
  });

  test('200: rows newest first with `nextCursor`', async () => {
    expect(all.map(({ type, amount }) => [type, amount])).toEqual([
      ['payout_return', '100.00'],
      ['deposit', '5.00'],
      ['payout', '-100.00'],
      ['deposit', '1000.00'],
    ]);
    const page = await list({ limit: 3 });
    expect(page.nextCursor).toEqual(expect.any(String));
    expect(await list({ cursor: page.nextCursor })).toEqual({ data: all.slice(3) });
  });

  test('an environment without loaded history returns an empty page.', async () => {
    const { sluice } = await newCaller(stage.http, '0');
    expect(await sluice.listBalanceTransactions()).toEqual({ data: [] });
  });

  test('400 `VALIDATION_ERROR` for a refused parameter, a foreign cursor, an unknown filter value, or a repeated parameter.', async () => {
    const stranger = await newCaller(stage.http);
    const [theirs] = (await stranger.sluice.listBalanceTransactions()).data;
    const [audit] = (await caller.sluice.listAuditEvents()).data;
    expect(await faultsOf(list({ page: 2 }))).toEqual(['page']);
    for (const cursor of [theirs?.id, audit?.id, 'bt_1']) expect(await faultsOf(list({ cursor }))).toEqual(['cursor']);
    expect(await faultsOf(list({ type: 'fee' }))).toEqual(['type[0]']);
    expect(await faultsOf(list({ currency: 'usd' }))).toEqual(['currency']);
    const repeated = await send(stage.http, caller.of, 'GET', `${path()}?type=payout&type=payout`);
    expect(repeated).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR', errors: [{ path: 'type' }] } });
  });
});
