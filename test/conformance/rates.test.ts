import { beforeAll, describe, expect, test } from 'vitest';
import { FakeRail } from '../support/fake-rail.ts';
import { quotedByName } from '../support/quotes.ts';
import {
  type Caller,
  callerOf,
  faultsOf,
  newCaller,
  payeeOf,
  processOf,
  refusalOf,
  useService,
  withoutFaults,
} from './support.ts';

const stage = useService();
let caller: Caller;

beforeAll(async () => {
  caller = await newCaller(stage.http);
});

const rate = (params: object) => caller.sluice.getIndicativeRate(params as { from: string; to: string });

describe('Endpoints > Get an indicative rate', quotedByName, () => {
  test('`GET P/rates?from=<ISO 4217>&to=<ISO 4217>&amount=<decimal string>`.', async () => {
    const price = await rate({ from: 'USD', to: 'EUR', amount: '250.00' });
    expect(caller.exchanges.at(-1)?.request).toBe('GET P/rates?from=USD&to=EUR&amount=250.00');
    expect(price).toMatchObject({ sourceCurrency: 'USD', destinationCurrency: 'EUR', sourceAmount: '250.00' });
  });

  test('`from` and `to` required', async () => {
    expect(await faultsOf(rate({ to: 'EUR' }))).toEqual(['from']);
    expect(await faultsOf(rate({ from: 'USD' }))).toEqual(['to']);
  });

  test('`amount` optional, and omitting it prices 100 of the source currency.', async () => {
    const price = await rate({ from: 'USD', to: 'EUR' });
    expect(price).toEqual(await rate({ from: 'USD', to: 'EUR', amount: '100' }));
    expect(price).toMatchObject({ sourceAmount: '100.00', destinationAmount: '91.54' });
  });

  // A departure: what can go wrong elsewhere is named to the caller.
  test('Parameters are not validated server-side: a missing currency can give 500 `INTERNAL`, a non-numeric amount gives non-numeric amounts.', async () => {
    expect(await faultsOf(rate({}))).toEqual(['from', 'to']);
    expect(await faultsOf(rate({ from: 'USD', to: 'EUR', amount: 'ten' }))).toEqual(['amount']);
  });

  test('200: indicative price with the amount received, fee, rate, corridor minimum and maximum', async () => {
    expect(await rate({ from: 'USD', to: 'EUR', amount: '250.00' })).toMatchObject({
      destinationAmount: '229.54',
      fee: { amount: '0.50', currency: 'USD' },
      rate: '0.92',
      minimum: '1.00',
      maximum: '250000.00',
    });
  });

  test('not locked', async () => {
    const rail = new FakeRail();
    const moved = await processOf(stage.http, withoutFaults, { rails: rail.rails });
    await rate({ from: 'USD', to: 'EUR' });
    rail.price = async () => ({ rate: '0.5', fee: 0n });
    const { sluice } = callerOf(moved, caller.of);
    expect((await sluice.getIndicativeRate({ from: 'USD', to: 'EUR' })).rate).toBe('0.5');
    const quote = { amount: '100.00', destinationAccountId: await payeeOf(caller) };
    expect((await sluice.createQuote(quote)).rate).toBe('0.5');
  });

  test('400: `BAD_REQUEST` (no such corridor)', async () => {
    for (const pair of [
      { from: 'USD', to: 'JPY' },
      { from: 'EUR', to: 'USD' },
    ]) {
      expect(await refusalOf(rate(pair))).toMatchObject({ type: 'BAD_REQUEST', status: 400 });
    }
  });

  test('`INDICATIVE_PRICING_UNAVAILABLE` (do not retry)', async () => {
    const refusal = await refusalOf(rate({ from: 'USD', to: 'NGN' }));
    expect(refusal).toMatchObject({ type: 'INDICATIVE_PRICING_UNAVAILABLE', status: 400 });
    expect(refusal.resolution).toContain('Do not retry');
  });
});
