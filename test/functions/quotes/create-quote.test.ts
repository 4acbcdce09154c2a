import { beforeAll, describe, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { OrganizationEntity } from '../../../shared/identity/organization.ts';
import { available, suspend } from '../../shared/journal/commit/support.ts';
import { expectError } from '../../support/answers.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import {
  addQuote,
  addRecipient,
  bodyOf,
  fundedOrganization,
  pathOf,
  readFeed,
  recipientBody,
  type TestOrganization,
} from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { type Answer, TestService } from '../../support/service.ts';

const section = 'Endpoints > Quote a payout';

let service: TestService;
let organization: TestOrganization;
let recipient: Answer['body'];
let destinationAccountId: string;

beforeAll(async () => {
  service = await TestService.start();
  organization = await fundedOrganization(service, '1000.00');
  recipient = await addRecipient(service, organization);
  destinationAccountId = recipient.methods[0].destinationAccountId;
});

const post = (body: object, of = organization) => service.post(`${pathOf(of)}/quotes/offramp`, of, body);

describe('a quote', () => {
  test(
    'locks amounts, fee and rate for ten minutes, and moves no money',
    quotes({
      [section]: [
        '`POST P/quotes/offramp`.',
        'Body: `amount` (decimal string), `destinationAccountId` (string)',
        'No money moves.',
      ],
    }),
    async () => {
      expect(await addQuote(service, organization, recipient, { purposeOfPayment: 'salary' })).toEqual({
        snapshotId: expect.stringMatching(/^qs_/),
        destinationAccountId,
        amountLeg: 'source',
        sourceAmount: '100.00',
        sourceCurrency: 'USD',
        destinationAmount: '91.54',
        destinationCurrency: 'EUR',
        fee: { amount: '0.50', currency: 'USD' },
        rate: '0.92',
        purposeOfPayment: 'salary',
        expiresAt: new Date(service.clock.now + 10 * 60_000).toISOString(),
      });
      expect(await available(service, organization)).toBe('1000.00');
      expect(await readFeed(service, organization)).toHaveLength(1);
    },
  );

  test.each([
    ['source', '100.00', '91.54'],
    ['source_net', '100.50', '92.00'],
    ['destination', '109.20', '100.00'],
  ])(
    'of 100.00 as %s debits %s and %s arrives',
    quotes({ [section]: '`amountLeg` (`source`, `destination` or `source_net`).' }),
    async (amountLeg, sourceAmount, destinationAmount) => {
      expect(await addQuote(service, organization, recipient, { amountLeg })).toMatchObject({
        amountLeg,
        sourceAmount,
        destinationAmount,
      });
    },
  );

  test(
    'with a key is made once, without one every time',
    quotes({ [section]: '`Idempotency-Key` optional (without it the request runs once, no replay).' }),
    async () => {
      const path = `${pathOf(organization)}/quotes/offramp`;
      const body = { amount: '1.00', destinationAccountId };
      const keyed = () => service.post(path, organization, body, { idempotencyKey: 'quote-once' });
      const first = bodyOf(await keyed());
      const second = await keyed();
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect(second.body).toEqual(first);
      const unkeyed = () => service.call('POST', path, organization, { body });
      expect(bodyOf(await unkeyed()).snapshotId).not.toBe(bodyOf(await unkeyed()).snapshotId);
    },
  );
});

describe('a quote is refused', () => {
  test.each(['0', '0.00', '-1', '-0.01', '00'])('for %s: BAD_REQUEST, because it is not positive', async (amount) => {
    expect(await post({ amount, destinationAccountId })).toMatchObject({ status: 400, body: { type: 'BAD_REQUEST' } });
  });

  test.each<[string, unknown, string]>([
    ['more places than the currency has', { amount: '1.001' }, 'amount'],
    ['a number', { amount: 5 }, 'amount'],
    ['an exponent', { amount: '1e2' }, 'amount'],
    ['a comma', { amount: '1,00' }, 'amount'],
    ['no amount', { amount: undefined }, 'amount'],
    ['an unknown leg', { amountLeg: 'net' }, 'amountLeg'],
    ['no account', { destinationAccountId: undefined }, 'destinationAccountId'],
    ['an account that is no id', { destinationAccountId: 'a b' }, 'destinationAccountId'],
    ['a purpose that is no id', { purposeOfPayment: 'a b' }, 'purposeOfPayment'],
    ['a purpose of no payment reason', { purposeOfPayment: 'unheard_of' }, 'purposeOfPayment'],
    ['a purpose in another case', { purposeOfPayment: 'Salary' }, 'purposeOfPayment'],
    ['a purpose of another currency', { purposeOfPayment: 'P0103' }, 'purposeOfPayment'],
    ['an unknown field', { currency: 'EUR' }, 'currency'],
  ])(
    'for %s: VALIDATION_ERROR names the field',
    quotes({
      [section]: '400: `VALIDATION_ERROR`',
      'Endpoints > List payment reasons': 'so send back exactly an `id` from the list.',
    }),
    async (_, change, path) => {
      const answer = await post({ amount: '1.00', destinationAccountId, ...(change as object) });
      expect(answer).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR', errors: [{ path }] } });
    },
  );

  test(
    'where nothing is left after the fee: QUOTE_NOT_POSITIVE',
    quotes({ [section]: '`QUOTE_NOT_POSITIVE` (fees leave zero or less)' }),
    async () => {
      const naira = await addRecipient(service, organization, { corridorId: 'ngn_ng_account' });
      for (const amount of ['1.50', '1.49']) {
        const body = { amount, destinationAccountId: naira.methods[0].destinationAccountId };
        expect(await post(body)).toMatchObject({ status: 400, body: { type: 'QUOTE_NOT_POSITIVE' } });
      }
    },
  );

  test.each([
    ['php_ph_account', 'destination', 'EXACT_OUTPUT_UNSUPPORTED'],
    ['php_ph_account', 'source_net', 'EXACT_OUTPUT_UNSUPPORTED'],
    ['ngn_ng_account', 'source_net', 'INDICATIVE_PRICING_UNAVAILABLE'],
  ])(
    'on %s as %s: %s',
    quotes({
      [section]: [
        '`EXACT_OUTPUT_UNSUPPORTED` (`amountLeg` `destination` or `source_net` on a routing without `capabilities.exactOutput`)',
        '`INDICATIVE_PRICING_UNAVAILABLE` (`source_net` on a routing with no market rate; use `destination`)',
      ],
    }),
    async (corridorId, amountLeg, type) => {
      const of = await fundedOrganization(service);
      const payee = await addRecipient(service, of, { corridorId });
      const { destinationAccountId: account } = payee.methods[0];
      const answer = await post({ amount: '100.00', amountLeg, destinationAccountId: account }, of);
      expect(answer).toMatchObject({ status: 400, body: { type } });
      // Another leg can be used in place of it.
      const other = corridorId === 'php_ph_account' ? 'source' : 'destination';
      bodyOf(await post({ amount: '100.00', amountLeg: other, destinationAccountId: account }, of));
    },
  );

  test.each([
    ['0.99', /minimum of 1.00 USD/],
    ['250000.01', /maximum of 250000.00 USD/],
  ])(
    'for %s, outside the corridor: BAD_REQUEST names the bound',
    quotes({ [section]: 'amount outside corridor minimum or maximum' }),
    async (amount, detail) => {
      expect(await post({ amount, destinationAccountId })).toMatchObject({
        status: 400,
        body: { type: 'BAD_REQUEST', detail: expect.stringMatching(detail) },
      });
    },
  );

  test(
    'by an underfunded sandbox: BAD_REQUEST, to the cent',
    quotes({
      [section]: ['In the sandbox an underfunded balance is refused here (400 `BAD_REQUEST`)', 'sandbox underfunded)'],
    }),
    async () => {
      bodyOf(await post({ amount: '1000.00', destinationAccountId }));
      expect(await post({ amount: '1000.01', destinationAccountId })).toMatchObject({
        status: 400,
        body: { type: 'BAD_REQUEST', detail: expect.stringContaining('sandbox balance') },
      });
    },
  );

  test(
    'for an account that does not exist, is no account, or is another organization’s: one and the same 404',
    quotes({ [section]: '404 `DESTINATION_ACCOUNT_NOT_FOUND`.' }),
    async () => {
      const other = await fundedOrganization(service);
      const others = (await addRecipient(service, other)).methods[0].destinationAccountId;
      const unknown = `${destinationAccountId.slice(0, -4)}0000`;
      const answers = await Promise.all(
        [others, unknown, 'acct_x', 'x'].map((account) => post({ amount: '1.00', destinationAccountId: account })),
      );
      for (const { status, body } of answers) {
        expect({ status, ...body, requestId: '' }).toEqual({ ...answers[0]?.body, requestId: '', status: 404 });
      }
      expect(answers[0]?.body.type).toBe('DESTINATION_ACCOUNT_NOT_FOUND');
      const ofRecipient = await post({ amount: '1.00', destinationAccountId: recipient.recipientId });
      expect(ofRecipient).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('starts with rcp_'), resolution: answers[0]?.body.resolution },
      });
    },
  );

  test(
    'for a blocked recipient: PAYOUT_REFUSED, never saying why',
    quotes({ [section]: ['and screening run here.', 'or `PAYOUT_REFUSED`'] }),
    async () => {
      const of = await fundedOrganization(service);
      const body = recipientBody({ outcome: 'screening_refused', externalId: 'blocked' });
      expect((await service.post(`/recipients/${of.organizationId}`, of, body)).status).toBe(422);
      const blocked = bodyOf(await service.post(`/recipients/${of.organizationId}`, of, body), 201);
      const answer = await post({ amount: '1.00', destinationAccountId: blocked.methods[0].destinationAccountId }, of);
      expect(answer).toMatchObject({ status: 422, body: { type: 'PAYOUT_REFUSED' } });
      expect(JSON.stringify(answer.body)).not.toMatch(/screen|sanction|compliance/i);
    },
  );

  test('by a rail that prices in unexpected units: 503 CURRENCY_PRECISION_MISMATCH', async () => {
    const rail = new FakeRail();
    const other = await TestService.start({ rails: rail.rails });
    const of = await fundedOrganization(other);
    const payee = await addRecipient(other, of);
    rail.price = async () => ({ rate: '0.123456789', fee: 0n });
    const body = { amount: '1.00', destinationAccountId: payee.methods[0].destinationAccountId };
    const answer = await other.post(`${pathOf(of)}/quotes/offramp`, of, body);
    expect(answer).toMatchObject({ status: 503, body: { type: 'CURRENCY_PRECISION_MISMATCH' } });
  });

  test(
    'in a live organization without a rail: BAD_REQUEST; its balance is looked at later',
    quotes({
      [section]: [
        '`BAD_REQUEST` (unsupported corridor',
        'live, the balance is held at accept or payout creation (400 `INSUFFICIENT_BALANCE` there).',
      ],
    }),
    async () => {
      const rail = new FakeRail();
      let served = true;
      const stage = await TestService.start({ rails: () => (served ? rail.rails() : undefined) });
      const of = await stage.organization('live');
      const stored = await stage.runtime.store.get(refTo(OrganizationEntity, { organizationId: of.organizationId }));
      if (!stored) throw new Error('no organization');
      await stage.runtime.store.put(OrganizationEntity, { ...stored, verified: true });
      const payee = await addRecipient(stage, of);
      const payment = { amount: '100.00', destinationAccountId: payee.methods[0].destinationAccountId };
      const { snapshotId } = bodyOf(await stage.post(`${pathOf(of)}/quotes/offramp`, of, payment));
      expectError(await stage.post(`${pathOf(of)}/quotes/accept`, of, { snapshotId }), 'INSUFFICIENT_BALANCE');
      expectError(await stage.post(`${pathOf(of)}/payouts`, of, payment), 'INSUFFICIENT_BALANCE');
      served = false;
      expect(await stage.post(`${pathOf(of)}/quotes/offramp`, of, payment)).toMatchObject({
        status: 400,
        body: { type: 'BAD_REQUEST', detail: expect.stringMatching(/no routing/) },
      });
    },
  );

  test('for a suspended organization: ACCOUNT_BLOCKED', async () => {
    const of = await fundedOrganization(service);
    const payee = await addRecipient(service, of);
    await suspend(service.runtime, of.organizationId);
    const body = { amount: '1.00', destinationAccountId: payee.methods[0].destinationAccountId };
    expect(await post(body, of)).toMatchObject({ status: 403, body: { type: 'ACCOUNT_BLOCKED' } });
  });
});
