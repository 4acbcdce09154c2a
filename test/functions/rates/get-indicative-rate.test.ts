import { beforeAll, describe, expect, test } from 'vitest';
import type { Corridor } from '../../../shared/ports/corridor.ts';
import { sandboxCorridors } from '../../../shared/providers/sandbox/corridors/catalog.ts';
import { expectError } from '../../support/answers.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import {
  addQuote,
  addRecipient,
  bodyOf,
  fundedOrganization,
  pathOf,
  type TestOrganization,
} from '../../support/journey.ts';
import { refusedParameter } from '../../support/pages.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';

const section = 'Endpoints > Get an indicative rate';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
  organization = await fundedOrganization(service);
});

function get(query: string, of = organization, from = service): Promise<Answer> {
  return from.get(`${pathOf(of)}/rates${query}`, of);
}

/** The service on the same table, with a rail of the test's. */
function serviceWith(rail: FakeRail): TestService {
  return service.process((_command, send) => send(), { rails: rail.rails });
}

describe('an indicative rate', () => {
  test(
    'has the quote’s field names and the corridor’s range',
    quotes({
      [section]: [
        '`GET P/rates?from=<ISO 4217>&to=<ISO 4217>&amount=<decimal string>`.',
        '200: indicative price with the amount received, fee, rate, corridor minimum and maximum',
      ],
    }),
    async () => {
      expect(bodyOf(await get('?from=USD&to=EUR&amount=250.00'))).toEqual({
        sourceAmount: '250.00',
        sourceCurrency: 'USD',
        destinationAmount: '229.54',
        destinationCurrency: 'EUR',
        fee: { amount: '0.50', currency: 'USD' },
        rate: '0.92',
        minimum: '1.00',
        maximum: '250000.00',
      });
    },
  );

  test(
    'prices 100 of the source currency when no amount is given',
    quotes({
      [section]: '`amount` optional, and omitting it prices 100 of the source currency.',
      Limits: 'Rates with no `amount` | prices 100 of the source currency',
    }),
    async () => {
      const byDefault = bodyOf(await get('?from=USD&to=BRL'));
      expect(byDefault).toMatchObject({ sourceAmount: '100.00', destinationAmount: '540.91' });
      expect(bodyOf(await get('?from=USD&to=BRL&amount=100'))).toEqual(byDefault);
    },
  );

  test('is what a quote then says, for every currency that has one', async () => {
    for (const corridorId of ['eur_de_iban', 'gbp_gb_account', 'usd_us_account', 'php_ph_account', 'mxn_mx_clabe']) {
      const recipient = await addRecipient(service, organization, { corridorId });
      const quote = await addQuote(service, organization, recipient, { amount: '12.34' });
      const answer = bodyOf(await get(`?from=USD&to=${quote.destinationCurrency}&amount=12.34`));
      const { minimum: _minimum, maximum: _maximum, ...price } = answer;
      expect(quote).toMatchObject(price);
    }
  });

  test('needs no money and locks nothing', quotes({ [section]: 'not locked' }), async () => {
    const poor = await service.organization();
    expect(bodyOf(await get('?from=USD&to=EUR&amount=1000.00', poor)).sourceAmount).toBe('1000.00');
    const { data } = bodyOf(await service.get(`${pathOf(poor)}/events`, poor));
    expect(data).toEqual([]);
    const rail = new FakeRail();
    rail.price = async () => ({ rate: '0.5', fee: 0n });
    const moved = serviceWith(rail);
    expect(bodyOf(await get('?from=USD&to=EUR', organization, moved)).rate).toBe('0.5');
    const recipient = await addRecipient(service, organization, { serial: 9 });
    expect((await addQuote(moved, organization, recipient)).rate).toBe('0.5');
  });

  test('is had from a corridor that prices without a recipient, where another of its currency does not', async () => {
    const corridors: Corridor[] = sandboxCorridors.map((corridor) => ({
      ...corridor,
      capabilities: { exactOutput: true, indicativePricing: corridor.country === 'FR' },
    }));
    const rail = new FakeRail();
    rail.corridors = () => corridors;
    const asked: Corridor[] = [];
    rail.price = async (corridor) => {
      asked.push(corridor);
      return { rate: '0.5', fee: 0n };
    };
    expect(bodyOf(await get('?from=USD&to=EUR', organization, serviceWith(rail))).destinationAmount).toBe('50.00');
    expect(asked.map(({ country }) => country)).toEqual(['FR']);
  });
});

describe('a rate that is refused', () => {
  test.each([
    ['from=USD&to=JPY', 'JPY'],
    ['from=EUR&to=USD', 'EUR'],
    ['from=JPY&to=EUR', 'JPY'],
    ['from=EUR&to=EUR', 'EUR'],
  ])(
    '%s: BAD_REQUEST, no such corridor',
    quotes({ [section]: '400: `BAD_REQUEST` (no such corridor)' }),
    async (query, currency) => {
      const answer = await get(`?${query}`);
      expectError(answer, 'BAD_REQUEST');
      expect(answer.body.detail).toContain(currency);
    },
  );

  test('without an adapter for live money: BAD_REQUEST, no such corridor', async () => {
    expectError(await get('?from=USD&to=EUR', await service.organization('live')), 'BAD_REQUEST');
  });

  test(
    'of a currency that is priced only against a recipient: INDICATIVE_PRICING_UNAVAILABLE',
    quotes({ [section]: '`INDICATIVE_PRICING_UNAVAILABLE` (do not retry)' }),
    async () => {
      expectError(await get('?from=USD&to=NGN'), 'INDICATIVE_PRICING_UNAVAILABLE', {
        resolution: expect.stringContaining('Do not retry'),
      });
    },
  );

  test.each([
    ['0.99', 'minimum of 1.00 USD'],
    ['250000.01', 'maximum of 250000.00 USD'],
  ])('%s is outside the range: BAD_REQUEST names it', async (amount, range) => {
    const answer = await get(`?from=USD&to=EUR&amount=${amount}`);
    expectError(answer, 'BAD_REQUEST');
    expect(answer.body.detail).toContain(range);
  });

  test('of which the fee leaves nothing: QUOTE_NOT_POSITIVE', async () => {
    expectError(await get('?from=USD&to=INR&amount=1.00'), 'QUOTE_NOT_POSITIVE');
  });

  test('in units that nobody expects: CURRENCY_PRECISION_MISMATCH', async () => {
    const rail = new FakeRail();
    rail.price = async () => ({ rate: '0.123456789', fee: 0n });
    expectError(await get('?from=USD&to=EUR', organization, serviceWith(rail)), 'CURRENCY_PRECISION_MISMATCH');
  });

  test.each([
    ['amount=1', 'from'],
    ['to=EUR', 'from'],
    ['from=USD', 'to'],
    ['from=&to=EUR', 'from'],
    ['from=usd&to=EUR', 'from'],
    ['from=USD&to=QQQ', 'to'],
    ['from=USD&to=XXX', 'to'],
    ['from=USD&to=XAU', 'to'],
    ['from=USDC&to=EUR', 'from'],
    ['from=USD&to=EURO', 'to'],
    ['from=USD&from=USD&to=EUR', 'from'],
    ['from=USD&to=EUR&amount=', 'amount'],
    ['from=USD&to=EUR&amount=ten', 'amount'],
    ['from=USD&to=EUR&amount=0', 'amount'],
    ['from=USD&to=EUR&amount=0.00', 'amount'],
    ['from=USD&to=EUR&amount=-1.00', 'amount'],
    ['from=USD&to=EUR&amount=1e3', 'amount'],
    ['from=USD&to=EUR&amount=1,5', 'amount'],
    ['from=USD&to=EUR&amount=NaN', 'amount'],
    ['from=USD&to=EUR&amount=1.001', 'amount'],
    ['from=USD&to=EUR&amount=1&amount=1', 'amount'],
    ['from=USD&to=EUR&currency=EUR', 'currency'],
  ])(
    '%s: VALIDATION_ERROR names %s, once',
    quotes({
      [section]: [
        '`from` and `to` required',
        'Parameters are not validated server-side: a missing currency can give 500 `INTERNAL`, a non-numeric amount gives non-numeric amounts.',
      ],
    }),
    async (query, path) => {
      const answer = await get(`?${query}`);
      expect(answer).toMatchObject(refusedParameter(path));
      const { errors } = answer.body as { errors: { path: string }[] };
      expect(errors.filter((error) => error.path === path)).toHaveLength(1);
    },
  );
});
