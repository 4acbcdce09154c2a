import { beforeAll, describe, expect, test } from 'vitest';
import { formatAmount } from '../../../shared/ground/money/money.ts';
import { available } from '../../shared/journal/commit/support.ts';
import {
  bodyOf,
  expectSoundBooks,
  fund,
  pathOf,
  readFeed,
  readLedger,
  type TestOrganization,
} from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
  organization = await service.organization();
});

const post = (body: unknown) => service.post(`${pathOf(organization)}/sandbox/fund`, organization, body);

test('funding is a deposit, one ledger row and exactly one deposit.completed', async () => {
  const of = await service.organization();
  service.clock.advance(1_000);
  const deposit = await fund(service, of, '150.5');
  expect(deposit).toEqual({
    depositId: expect.stringMatching(/^dep_/),
    status: 'completed',
    amount: '150.50',
    currency: 'USD',
    method: 'sandbox',
    reference: null,
    receivedAt: new Date(service.clock.now).toISOString(),
  });
  const rows = await readLedger(service, of);
  expect(rows).toMatchObject([
    { type: 'deposit', amount: '150.50', fee: '0.00', net: '150.50', balanceAfter: '150.50' },
  ]);
  expect(rows[0]).not.toHaveProperty('payoutId');
  const events = await readFeed(service, of);
  expect(events).toMatchObject([{ type: 'deposit.completed', sequence: '1', livemode: false, data: deposit }]);
  expect(events[0]).not.toHaveProperty('payoutId');
});

test('the same key funds once', async () => {
  const of = await service.organization();
  const again = () => service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '7.00' }, { idempotencyKey: 'again' });
  const first = bodyOf(await again(), 201);
  expect(bodyOf(await again(), 201)).toEqual(first);
  expect(await available(service, of)).toBe('7.00');
  expect(await readFeed(service, of)).toHaveLength(1);
});

test.each([
  ['JPY', '15', '15'],
  ['KWD', '1.5', '1.500'],
  ['HUF', '1.5', '1.50'],
])('%s has the places of ISO 4217', async (currency, amount, shown) => {
  const of = await service.organization();
  bodyOf(await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount, currency }), 201);
  const { balances } = bodyOf(await service.get(`${pathOf(of)}/balance`, of));
  expect(balances).toContainEqual({ currency, available: shown, held: formatAmount(0n, currency) });
});

test('without a key every call funds', async () => {
  const of = await service.organization();
  const call = () => service.call('POST', `${pathOf(of)}/sandbox/fund`, of, { body: { amount: '7.00' } });
  bodyOf(await call(), 201);
  bodyOf(await call(), 201);
  expect(await available(service, of)).toBe('14.00');
});

test('another currency has a balance and a chain of its own', async () => {
  const of = await service.organization();
  await fund(service, of, '1.00');
  bodyOf(await service.post(`${pathOf(of)}/sandbox/fund`, of, { amount: '2.00', currency: 'EUR' }), 201);
  const balance = bodyOf(await service.get(`${pathOf(of)}/balance`, of));
  expect(balance).toEqual({
    currency: 'USD',
    available: '1.00',
    held: '0.00',
    balances: [
      { currency: 'USD', available: '1.00', held: '0.00' },
      { currency: 'EUR', available: '2.00', held: '0.00' },
    ],
  });
  expect((await readLedger(service, of)).map(({ balanceAfter }) => balanceAfter)).toEqual(['1.00', '2.00']);
});

describe('a bad amount changes nothing', () => {
  test.each(['0', '0.00', '0.0000', '-5', '-0.01'])('%s is not positive: BAD_REQUEST', async (amount) => {
    expect(await post({ amount })).toMatchObject({
      status: 400,
      body: { type: 'BAD_REQUEST', detail: expect.stringMatching(/not positive/) },
    });
  });

  test.each<[unknown, string]>([
    ['1.001', 'more places than the currency has'],
    ['1.00001', 'more places than any currency has'],
    ['1000000000000000', 'sixteen digits'],
    [5, 'a number instead of a string'],
    [null, 'null'],
    [undefined, 'nothing'],
    ['1e3', 'an exponent'],
    ['', 'empty'],
    [['1.00'], 'a list'],
  ])('%j, %s: VALIDATION_ERROR names the field', async (amount) => {
    expect(await post({ amount })).toMatchObject({
      status: 400,
      body: { type: 'VALIDATION_ERROR', errors: [{ path: 'amount' }] },
    });
  });

  test.each([
    [{ amount: '1.00', currency: 'XXX' }, 'currency'],
    [{ amount: '1.00', currency: 'XAU' }, 'currency'],
    [{ amount: '1.00', currency: 'USDC' }, 'currency'],
    [{ amount: '1.0', currency: 'JPY' }, 'amount'],
    [{ amount: '1.0000', currency: 'KWD' }, 'amount'],
    [{ amount: '1.00', currency: 'usd' }, 'currency'],
    [{ amount: '1.00', reference: 'x' }, 'reference'],
  ])('%j names %s', async (body, path) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { type: 'VALIDATION_ERROR', errors: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
  });

  test('not even after all of them', async () => {
    expect(await available(service, organization)).toBe('0.00');
    expect(await readFeed(service, organization)).toEqual([]);
    await expectSoundBooks(service, organization);
  });
});

test('the largest amount is credited exactly, again and again', async () => {
  const of = await service.organization();
  await fund(service, of, '999999999999999.99');
  await fund(service, of, '999999999999999.99');
  expect(await available(service, of)).toBe('1999999999999999.98');
  await expectSoundBooks(service, of);
});
