import { beforeAll, describe, expect, test } from 'vitest';
import { FakeRail } from '../support/fake-rail.ts';
import { quotedByName, quotes } from '../support/quotes.ts';
import { type Caller, newCaller, payeeOf, refusalOf, useService } from './support.ts';

const rail = new FakeRail();
const stage = useService({ rails: rail.rails });
let caller: Caller;
let destinationAccountId: string;

beforeAll(async () => {
  caller = await newCaller(stage.http);
  destinationAccountId = await payeeOf(caller);
});

const quote = (amount = '100.00') => caller.sluice.createQuote({ amount, destinationAccountId });

describe('Resources and their fields > Quote snapshot', quotedByName, () => {
  test(
    'Carries `snapshotId`, the locked rate and the amount the recipient receives.',
    quotes({ 'Endpoints > Quote a payout': '200: locked quote snapshot.' }),
    async () => {
      rail.price = async ({ fee }) => ({ rate: '0.9', fee });
      const { snapshotId, rate, destinationAmount, destinationCurrency } = await quote();
      expect(snapshotId).toMatch(/^\S+$/);
      expect({ rate, destinationAmount, destinationCurrency }).toEqual({
        rate: '0.9',
        destinationAmount: '89.55',
        destinationCurrency: 'EUR',
      });
      rail.price = async ({ fee }) => ({ rate: '0.1', fee });
      expect((await quote()).rate).toBe('0.1');
      const payout = await caller.sluice.acceptQuote({ snapshotId });
      expect(payout).toMatchObject({ rate, destinationAmount, destinationCurrency });
    },
  );

  test('It expires.', async () => {
    const { clock } = stage.http.service;
    const [first, second] = [await quote('10.00'), await quote('11.00')];
    expect(Date.parse(first.expiresAt)).toBeGreaterThan(clock.now);
    clock.now = Date.parse(first.expiresAt) - 1;
    expect((await caller.sluice.acceptQuote({ snapshotId: first.snapshotId })).status).toBe('pending');
    clock.advance(1);
    const late = await refusalOf(caller.sluice.acceptQuote({ snapshotId: second.snapshotId }));
    expect(late).toMatchObject({ type: 'BAD_REQUEST', status: 400, detail: expect.stringContaining('expired') });
  });
});

describe('Resources and their fields > Indicative rate', quotedByName, () => {
  test('Formula: `destinationAmount = (sourceAmount - fee) x rate`.', async () => {
    for (const [rate, fee, amount, expected] of [
      ['0.92', 50n, '100.00', '91.54'],
      ['1.25', 1_00n, '9.00', '10.00'],
      ['2', 0n, '1.00', '2.00'],
      ['0.5', 25n, '250000.00', '124999.87'],
    ] as const) {
      rail.price = async () => ({ rate, fee });
      const price = await caller.sluice.getIndicativeRate({ from: 'USD', to: 'EUR', amount });
      expect(price).toMatchObject({ sourceAmount: amount, rate, destinationAmount: expected });
      const [source, less] = [Number(price.sourceAmount), Number(price.fee.amount)];
      // Cents that are not whole do not arrive.
      expect(Number(price.destinationAmount)).toBe(Math.floor((source - less) * Number(rate) * 100) / 100);
    }
  });

  test('The response also carries the corridor minimum and maximum.', async () => {
    const { data } = await caller.sluice.listCorridors();
    const corridors = data.filter(({ capabilities }) => capabilities.indicativePricing);
    for (const currency of new Set(corridors.map((corridor) => corridor.currency))) {
      const { minimum, maximum } = await caller.sluice.getIndicativeRate({ from: 'USD', to: currency });
      const bounds = corridors.filter((corridor) => corridor.currency === currency);
      expect(bounds.map((corridor) => [corridor.minimum, corridor.maximum])).toContainEqual([minimum, maximum]);
    }
  });
});
