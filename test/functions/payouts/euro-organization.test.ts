import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectError } from '../../support/answers.ts';
import { findingsOf } from '../../support/findings-of.ts';
import {
  accept,
  addQuote,
  addRecipient,
  bodyOf,
  cents,
  expectSoundBooks,
  fund,
  pathOf,
  readFeed,
  readLedger,
  recipientBody,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { type Answer, TestService } from '../../support/service.ts';

type Body = Answer['body'];

const [de, gb, us] = ['eur_de_iban_from_eur', 'gbp_gb_account_from_eur', 'usd_us_account_from_eur'] as const;
const owner = { userId: 'user-ada', email: 'ada@example.com' };

let service: TestService;
/** A sandbox that settles in euros, made as operators make one. */
let euros: TestOrganization;
let dollars: TestOrganization;

beforeAll(async () => {
  service = await TestService.start();
  euros = await createEuroOrganization('crm-1');
  await fund(service, euros, '5000.00');
  dollars = await service.organization();
});

let serials = 0;
/** Each recipient has an account of its own. */
function nextSerial(): number {
  serials += 1;
  return serials;
}

async function createEuroOrganization(reference: string): Promise<TestOrganization> {
  const request = { reference, name: 'Beispiel', currency: 'EUR', owner };
  const { sandboxId: organizationId } = await performed(service, 'create-organization', request);
  return { organizationId, ...(await service.key(organizationId)) };
}

const get = (path: string, of = euros) => service.get(pathOf(of) + path, of);
const read = async (path: string, of = euros) => bodyOf(await get(path, of));

describe('what an organization that settles in euros sees', () => {
  test('is counted in euros: balance and policy', async () => {
    const of = await createEuroOrganization('crm-2');
    expect(await read('/balance', of)).toMatchObject({ currency: 'EUR', available: '0.00', held: '0.00' });
    expect(await read('/policy', of)).toMatchObject({ currency: 'EUR' });
    await fund(service, of, '2.00');
    const balances = [{ currency: 'EUR', available: '2.00', held: '0.00' }];
    expect(await read('/balance', of)).toEqual({ ...balances[0], balances });
  });

  test('are the corridors from euros, and one that settles in dollars sees those from dollars', async () => {
    const seen = async (of: TestOrganization) => (await read('/corridors', of)).data as Body[];
    for (const [of, source] of [
      [euros, 'EUR'],
      [dollars, 'USD'],
    ] as const) {
      const corridors = await seen(of);
      expect(new Set(corridors.map(({ sourceCurrency }) => sourceCurrency))).toEqual(new Set([source]));
      const { data: scenarios } = await read('/sandbox/scenarios', of);
      const listed = (rows: Body[]) => new Set(rows.map(({ corridorId }) => corridorId));
      expect(listed(scenarios)).toEqual(listed(corridors));
    }
    expect((await seen(euros)).map(({ corridorId }) => corridorId)).toEqual(expect.arrayContaining([de, gb, us]));
    expect(await read('/sandbox/scenarios?corridorId=eur_de_iban')).toEqual({ data: [] });
  });

  test.each([
    ['EUR', '99.80', '0.20', '1', '1000000.00'],
    ['GBP', '84.82', '0.50', '0.8525', '1000000.00'],
    ['USD', '107.70', '0.50', '1.0825', '900000.00'],
  ])('are rates into %s', async (to, destinationAmount, fee, rate, maximum) => {
    expect(await read(`/rates?from=EUR&to=${to}`)).toEqual({
      sourceAmount: '100.00',
      sourceCurrency: 'EUR',
      destinationAmount,
      destinationCurrency: to,
      fee: { amount: fee, currency: 'EUR' },
      rate,
      minimum: '1.00',
      maximum,
    });
  });

  test('are no rates from dollars, and none into what is paid from dollars only', async () => {
    for (const query of ['from=USD&to=EUR', 'from=EUR&to=INR']) {
      expectError(await get(`/rates?${query}`), 'BAD_REQUEST');
    }
  });

  test('are payment reasons of what is paid from euros only', async () => {
    expect((await read('/payment-reasons?currency=GBP')).data).toEqual((await read('/payment-reasons')).data);
    expectError(await get('/payment-reasons?currency=INR'), 'BAD_REQUEST');
  });

  test('is no corridor for a recipient whom only dollars reach', async () => {
    const refused = await service.post(
      `/recipients/${euros.organizationId}`,
      euros,
      recipientBody({ corridorId: 'inr_in_account' }),
    );
    expect(refused).toMatchObject({
      status: 400,
      body: { type: 'VALIDATION_ERROR', errors: [{ path: 'method.currency', code: 'unsupported_corridor' }] },
    });
  });
});

describe.each([
  [de, 'source', '100.00', { sourceAmount: '100.00', destinationAmount: '99.80', fee: '0.20' }],
  [de, 'source_net', '100.00', { sourceAmount: '100.20', destinationAmount: '100.00', fee: '0.20' }],
  [de, 'destination', '250.00', { sourceAmount: '250.20', destinationAmount: '250.00', fee: '0.20' }],
  [gb, 'source', '100.00', { sourceAmount: '100.00', destinationAmount: '84.82', fee: '0.50' }],
  [gb, 'source_net', '100.00', { sourceAmount: '100.50', destinationAmount: '85.25', fee: '0.50' }],
  [gb, 'destination', '200.00', { sourceAmount: '235.11', destinationAmount: '200.00', fee: '0.50' }],
  [us, 'source', '100.00', { sourceAmount: '100.00', destinationAmount: '107.70', fee: '0.50' }],
  [us, 'source_net', '100.00', { sourceAmount: '100.50', destinationAmount: '108.25', fee: '0.50' }],
  [us, 'destination', '500.00', { sourceAmount: '462.40', destinationAmount: '500.00', fee: '0.50' }],
])('paid on %s, %s of %s', (corridorId, amountLeg, amount, { fee, ...amounts }) => {
  const price = { ...amounts, sourceCurrency: 'EUR', fee: { amount: fee, currency: 'EUR' } };

  test('by a quote and its acceptance, or in one request', async () => {
    const recipient = await addRecipient(service, euros, { corridorId, serial: nextSerial() });
    const before = await available();
    const quote = await addQuote(service, euros, recipient, { amount, amountLeg });
    expect(quote).toMatchObject(price);
    const accepted = bodyOf(await accept(service, euros, quote));
    expect(accepted).toMatchObject(price);
    const sent = bodyOf(await sendPayout(service, euros, recipient, { amount, amountLeg }));
    expect(sent).toMatchObject(price);
    await settle(service);
    for (const { payoutId } of [accepted, sent]) {
      expect(await read(`/orders/${payoutId}`)).toMatchObject({ status: 'completed', ...price });
    }
    expect(before - (await available())).toBe(2n * cents(amounts.sourceAmount));
  });
});

async function available(): Promise<bigint> {
  return cents((await read('/balance')).available);
}

test('payouts that fail or are returned give the euros back, fee included, and the books agree', async () => {
  const of = await createEuroOrganization('crm-3');
  await fund(service, of);
  for (const [corridorId, outcome] of [
    [de, 'account_invalid'],
    [gb, 'returned_by_bank'],
    [us, 'execution_failed_funds_returned'],
    [us, 'execution_failed_funds_kept'],
  ] as const) {
    const recipient = await addRecipient(service, of, { corridorId, outcome });
    bodyOf(await sendPayout(service, of, recipient));
  }

  await settle(service);

  const back = (await readLedger(service, of)).filter(({ type }) => type === 'payout_return');
  expect(back.map(({ amount, fee, currency }) => `${amount} ${fee} ${currency}`).sort()).toEqual([
    '100.00 0.20 EUR',
    '100.00 0.50 EUR',
    '100.00 0.50 EUR',
  ]);
  expect(await read('/balance', of)).toMatchObject({ available: '900.00', held: '0.00' });
  const { data: history } = await read('/balance/history?currency=EUR', of);
  expect(history.at(-1)).toMatchObject({ currency: 'EUR', balanceAfter: '900.00' });
  const told = (await readFeed(service, of)).map(({ type }) => type);
  expect(told.filter((type) => type === 'payout.failed')).toHaveLength(3);
  expect(told.filter((type) => type === 'payout.returned')).toHaveLength(1);
  expect(await findingsOf(service, of)).toEqual([]);
  await expectSoundBooks(service, of);
});

test('caps and approval thresholds are in euros', async () => {
  const of = await createEuroOrganization('crm-4');
  const { organizationId } = of;
  await fund(service, of);
  const session = await service.person(owner.userId);
  const voters = await Promise.all([0, 1].map(() => service.member(organizationId, 'operator')));
  await performed(service, 'limits', { organizationId, limits: { single: '200.00' } });
  const approvals = { threshold: '50.00', quorum: 1, approvers: voters.map(({ userId }) => userId) };
  const change = { method: 'PATCH', path: `${pathOf(of)}/policy` };
  bodyOf(
    await service.call(change.method, change.path, session, { idempotencyKey: randomUUID(), body: { approvals } }),
  );
  const recipient = await addRecipient(service, of, { corridorId: gb });

  expectError(await sendPayout(service, of, recipient, { amount: '200.01' }), 'PAYOUT_LIMIT_EXCEEDED', {
    detail: 'above the single payout limit of 200.00 EUR: 200.01 EUR',
  });
  const { approvalId } = bodyOf(await sendPayout(service, of, recipient), 202);
  expect(await read('/balance', of)).toMatchObject({ currency: 'EUR', available: '900.00', held: '100.00' });
  const vote = `${pathOf(of)}/payouts/approvals/${approvalId}/approve`;
  bodyOf(await service.call('POST', vote, voters[0] as (typeof voters)[0], { idempotencyKey: randomUUID() }));
  await settle(service);

  expect((await read('/orders', of)).data).toMatchObject([
    { approvalId, status: 'completed', sourceAmount: '100.00', sourceCurrency: 'EUR', destinationAmount: '84.82' },
  ]);
  expect(await read('/balance', of)).toMatchObject({ available: '900.00', held: '0.00' });
  expect(await findingsOf(service, of)).toEqual([]);
  await expectSoundBooks(service, of);
});

test('a bank transfer in euros is credited to the settlement currency', async () => {
  const of = await createEuroOrganization('crm-5');
  const { organizationId } = of;
  const transfer = { organizationId, amount: '990.00', currency: 'EUR', externalId: 'bank-1', expected: '1000.00' };
  const { depositId } = await performed(service, 'credit-deposit', transfer);
  expect(await read('/balance', of)).toMatchObject({ available: '0.00' });
  const path = `${pathOf(of)}/deposits/${depositId}/accept`;
  bodyOf(await service.post(path, await service.person(owner.userId), undefined));
  expect(await read('/balance', of)).toMatchObject({ currency: 'EUR', available: '990.00' });
  expect(await findingsOf(service, of)).toEqual([]);
});
