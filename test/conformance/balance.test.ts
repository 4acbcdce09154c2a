import { beforeEach, describe, expect, test } from 'vitest';
import { create } from '../../shared/ground/table/writes.ts';
import { BalanceTransactionEntity } from '../../shared/journal/rows/balance-transaction.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import { type Caller, changeOrganization, newCaller, payeeOf, refusalOf, useService } from './support.ts';

const stage = useService();
let caller: Caller;

beforeEach(async () => {
  caller = await newCaller(stage.http);
});

const lastRequest = () => caller.exchanges.at(-1)?.request;

/** As many orders as told, one ledger row each, oldest first. */
async function storeOrders(count: number) {
  const { store, ids } = stage.http.service.runtime;
  const { organizationId } = await stage.http.service.organization();
  const writes = Array.from({ length: count }, (_, index) =>
    create(BalanceTransactionEntity, {
      organizationId,
      sequence: index + 1,
      at: stage.http.service.clock.now + index,
      type: 'payout',
      currency: 'USD',
      amount: -100n,
      balanceAfter: 0n,
      payoutId: `po_${index}`,
    }),
  );
  for (let from = 0; from < count; from += 100) await store.transact(writes.slice(from, from + 100), ids.token());
  const of = { organizationId, ...(await stage.http.service.key(organizationId)) };
  return stage.http.client(of);
}

describe('Endpoints > Other referenced operations', quotedByName, () => {
  test('`GET /balance`, `GET /balance/history` | balance (has `available`)', async () => {
    const payout = { amount: '100.00', destinationAccountId: await payeeOf(caller) };
    await caller.sluice.createPayout(payout);
    expect((await caller.sluice.getBalance()).available).toBe('900.00');
    expect(lastRequest()).toBe('GET P/balance');
    await caller.sluice.getBalanceHistory();
    expect(lastRequest()).toBe('GET P/balance/history');
  });

  test('history replay', async () => {
    await caller.sluice.createPayout({ amount: '100.00', destinationAccountId: await payeeOf(caller) });
    const { data } = await caller.sluice.getBalanceHistory();
    expect(data.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual([
      ['1000.00', '1000.00'],
      ['-100.00', '900.00'],
    ]);
    expect(data).toEqual((await caller.sluice.listBalanceTransactions()).data.toReversed());
  });

  test('(413 `HISTORY_TOO_LARGE` when too many orders)', { timeout: 60_000 }, async () => {
    const sluice = await storeOrders(5_001);
    expect(await refusalOf(sluice.getBalanceHistory())).toMatchObject({ type: 'HISTORY_TOO_LARGE', status: 413 });
    const createdAfter = new Date(stage.http.service.clock.now + 1).toISOString();
    expect((await sluice.getBalanceHistory({ createdAfter })).data).toHaveLength(5_000);
  });

  test('`GET /corridors` | corridor list with `capabilities.exactOutput`, `capabilities.indicativePricing`', async () => {
    const { data } = await caller.sluice.listCorridors();
    expect(lastRequest()).toBe('GET P/corridors');
    const capabilities = Object.fromEntries(data.map((corridor) => [corridor.currency, corridor.capabilities]));
    expect(capabilities).toMatchObject({
      EUR: { exactOutput: true, indicativePricing: true },
      PHP: { exactOutput: false, indicativePricing: true },
      NGN: { exactOutput: true, indicativePricing: false },
    });
  });

  test(
    '`GET /policy` | organization `features` list',
    quotes({
      'Endpoints > Create a payout batch': '`GET /policy` lists `mass_payouts` in `features` when on)',
      'Endpoints > List webhook endpoints': '`GET /policy` lists `developer` in `features` when on)',
    }),
    async () => {
      expect((await caller.sluice.getPolicy()).features).toEqual([]);
      expect(lastRequest()).toBe('GET P/policy');
      await changeOrganization(stage.http, caller.of, { features: ['mass_payouts', 'developer'] });
      expect((await caller.sluice.getPolicy()).features).toEqual(['mass_payouts', 'developer']);
    },
  );

  test('`POST P/sandbox/fund` | sandbox balance top-up; emits `deposit.completed`', async () => {
    const deposit = await caller.sluice.fundSandbox({ amount: '5.00' });
    expect(lastRequest()).toBe('POST P/sandbox/fund');
    expect((await caller.sluice.getBalance()).available).toBe('1005.00');
    const { data } = await caller.sluice.listEvents();
    expect(data.at(-1)).toMatchObject({ type: 'deposit.completed', data: deposit });
  });
});
