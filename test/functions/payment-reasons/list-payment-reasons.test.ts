import { beforeAll, describe, expect, test } from 'vitest';
import { expectError } from '../../support/answers.ts';
import {
  accept,
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

const section = 'Endpoints > List payment reasons';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
  organization = await fundedOrganization(service);
});

function get(query: string, of = organization): Promise<Answer> {
  return service.get(`${pathOf(of)}/payment-reasons${query}`, of);
}

async function idsFor(query: string): Promise<string[]> {
  const { data } = bodyOf(await get(query));
  for (const reason of data) expect(reason).toEqual({ id: expect.any(String), label: expect.any(String) });
  return data.map(({ id }: { id: string }) => id);
}

describe('payment reasons', () => {
  test(
    'without a currency are the default catalog, which currencies without one of their own have',
    quotes({
      [section]: [
        '`GET P/payment-reasons?currency=<ISO 4217>`.',
        '`currency` optional (omit for the default catalog).',
      ],
    }),
    async () => {
      const byDefault = await idsFor('');
      expect(byDefault).toContain('salary');
      for (const currency of ['EUR', 'GBP', 'USD']) expect(await idsFor(`?currency=${currency}`)).toEqual(byDefault);
    },
  );

  test(
    'differ by network: their ids are of one catalog alone',
    quotes({ [section]: 'ids differ by network' }),
    async () => {
      const catalogs = [await idsFor(''), await idsFor('?currency=INR'), await idsFor('?currency=PHP')];
      const ids = catalogs.flat();
      expect(catalogs.map(({ length }) => length)).not.toContain(0);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  test.each([
    ['eur_de_iban', ''],
    ['inr_in_account', '?currency=INR'],
    ['php_ph_account', '?currency=PHP'],
  ])(
    'are taken as they are by quotes on %s, and by their acceptance',
    quotes({
      [section]: ['200: accepted `purposeOfPayment` values', 'so send back exactly an `id` from the list.'],
      'Endpoints > Quote a payout': '`purposeOfPayment` (string; an `id` from the payment-reasons catalog)',
    }),
    async (corridorId, query) => {
      const recipient = await addRecipient(service, organization, { corridorId });
      for (const purposeOfPayment of await idsFor(query)) {
        const quote = await addQuote(service, organization, recipient, { amount: '5.00', purposeOfPayment });
        expect(quote).toMatchObject({ purposeOfPayment });
        const payout = bodyOf(await accept(service, organization, quote, { paymentReason: purposeOfPayment }));
        expect(payout).toMatchObject({ purposeOfPayment });
      }
    },
  );
});

describe('payment reasons are refused', () => {
  test.each(['JPY', 'CHF'])(
    'for %s, which nothing pays: BAD_REQUEST',
    quotes({ [section]: '400 `BAD_REQUEST` (no approved way to carry the request).' }),
    async (currency) => {
      const answer = await get(`?currency=${currency}`);
      expectError(answer, 'BAD_REQUEST');
      expect(answer.body.detail).toContain(currency);
    },
  );

  test('without an adapter for live money: BAD_REQUEST', async () => {
    const live = await service.organization('live');
    for (const query of ['', '?currency=EUR']) expectError(await get(query, live), 'BAD_REQUEST');
  });

  test.each([
    ['currency=', 'currency'],
    ['currency=eur', 'currency'],
    ['currency=EURO', 'currency'],
    ['currency=QQQ', 'currency'],
    ['currency=XXX', 'currency'],
    ['currency=EUR&currency=EUR', 'currency'],
    ['country=DE', 'country'],
  ])('%s: VALIDATION_ERROR names %s', async (query, path) => {
    expect(await get(`?${query}`)).toMatchObject(refusedParameter(path));
  });
});
