import { beforeEach, describe, expect, test } from 'vitest';
import { quotedByName, quotes } from '../support/quotes.ts';
import { type Caller, changeOrganization, newCaller, payeeOf, useService } from './support.ts';

const stage = useService();
let caller: Caller;

beforeEach(async () => {
  caller = await newCaller(stage.http);
});

const lastRequest = () => caller.exchanges.at(-1)?.request;

describe('Endpoints > Other referenced operations', quotedByName, () => {
  test('`GET /balance`, `GET /balance/history` | balance (has `available`)', async () => {
    const payout = { amount: '100.00', destinationAccountId: await payeeOf(caller) };
    await caller.sluice.createPayout(payout);
    expect((await caller.sluice.getBalance()).available).toBe('900.00');
    expect(lastRequest()).toBe('GET P/balance');
    await caller.sluice.getBalanceHistory();
    expect(lastRequest()).toBe('GET P/balance/history');
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
