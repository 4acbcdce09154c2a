import { beforeEach, describe, expect, test } from 'vitest';
import { pricePayout } from '../../../../shared/payouts/pricing/price-payout.ts';
import { RailRefusal, type Wanted } from '../../../../shared/ports/payout-rail.ts';
import { expectError } from '../../../support/answers.ts';
import { FakeRail } from '../../../support/fake-rail.ts';
import {
  addRecipient,
  fundedOrganization,
  pathOf,
  sendPayout,
  type TestOrganization,
} from '../../../support/journey.ts';
import { type Answer, TestService } from '../../../support/service.ts';
import { available } from '../../journal/commit/support.ts';

let rail: FakeRail;
let service: TestService;
let organization: TestOrganization;
let recipient: Answer['body'];

beforeEach(async () => {
  rail = new FakeRail();
  service = await TestService.start({ rails: rail.rails });
  organization = await fundedOrganization(service);
  recipient = await addRecipient(service, organization);
});

const ways: [string, (body?: object) => Promise<Answer>][] = [
  [
    'a quote',
    (body) => {
      const { destinationAccountId } = recipient.methods[0];
      const quote = { amount: '100.00', destinationAccountId, ...body };
      return service.post(`${pathOf(organization)}/quotes/offramp`, organization, quote);
    },
  ],
  ['a payout', (body) => sendPayout(service, organization, recipient, body as Record<string, unknown>)],
];

describe.each(ways)('%s', (_name, price) => {
  test.each<[string, Wanted]>([
    ['source', { amount: 10_000n, leg: 'source' }],
    ['source_net', { amount: 10_000n, leg: 'source_net' }],
    ['destination', { amount: 10_000n, leg: 'destination' }],
  ])('asks the rail for the very amount, as %s', async (amountLeg, wanted) => {
    const asked: unknown[] = [];
    const priced = rail.price;
    rail.price = (corridor, what) => {
      asked.push(what);
      return priced(corridor, what);
    };
    expect((await price({ amountLeg })).status).toBe(200);
    expect(asked).toEqual([wanted]);
  });

  test('that the rail refuses is PROVIDER_REJECTED, without its words', async () => {
    rail.price = async () => Promise.reject(new RailRefusal('SWIFTNET: AM02 below 5.00'));
    const answer = await price();
    expectError(answer, 'PROVIDER_REJECTED');
    expect(answer.text).not.toMatch(/SWIFTNET|AM02/);
    expect(await available(service, organization)).toBe('1000.00');
  });

  test.each([
    ['a rate of too many places', { rate: '0.123456789', fee: 0n }],
    ['a rate of nothing', { rate: '0.0', fee: 0n }],
    ['a negative fee', { rate: '0.92', fee: -1n }],
  ])('that the rail prices with %s is CURRENCY_PRECISION_MISMATCH', async (_what, priced) => {
    rail.price = async () => priced;
    expectError(await price(), 'CURRENCY_PRECISION_MISMATCH');
    expect(await available(service, organization)).toBe('1000.00');
  });

  test('out of the corridor’s range by the rail’s price is BAD_REQUEST', async () => {
    rail.price = async () => ({ rate: '0.0001', fee: 0n });
    expectError(await price({ amount: '26.00', amountLeg: 'destination' }), 'BAD_REQUEST', {
      detail: expect.stringContaining('maximum of 250000.00 USD'),
    });
  });
});

test('on a corridor from another currency than the settlement currency there is no price, only BAD_REQUEST', async () => {
  const method = { ...recipient.methods[0], corridorId: 'eur_de_iban_from_eur' };
  const request = { amount: '100.00', amountLeg: 'source' } as const;
  const price = (settlementCurrency: string) =>
    pricePayout(service.runtime, { organizationId: 'org', mode: 'sandbox', settlementCurrency }, method, request);
  await expect(price('USD')).rejects.toMatchObject({ type: 'BAD_REQUEST' });
  await expect(price('EUR')).resolves.toMatchObject({ sourceCurrency: 'EUR', fee: 20n });
});
