import { beforeEach, describe, expect, test } from 'vitest';
import { atAcquirer, refund as refundAs, type Sold, sold, stored } from '../../functions/checkout/refunds/support.ts';
import { suspend } from '../../shared/journal/commit/support.ts';
import { readsHead } from '../../support/faults.ts';
import { settle } from '../../support/journey.ts';
import { keySentAs } from '../../support/malformed-key.ts';
import { quotedByName } from '../../support/quotes.ts';
import { type Caller, callerOf, faultsOf, processOf, refusalOf, send, useService, withoutFaults } from '../support.ts';

const stage = useService();
let sale: Sold;
let caller: Caller;

beforeEach(async () => {
  stage.http.service.clock.advance(1);
  sale = await sold(stage.http.service);
  caller = callerOf(stage.http, sale.of);
});

type Refund = Omit<Parameters<Caller['sluice']['refundCheckoutPayment']>[0], 'paymentId'>;
type Options = Parameters<Caller['sluice']['refundCheckoutPayment']>[1];

const refund = (body: Refund = {}, options?: Options, by = caller) =>
  by.sluice.refundCheckoutPayment({ paymentId: sale.paymentId, ...body }, options);
const read = () => caller.sluice.getCheckoutPayment({ paymentId: sale.paymentId });
const path = () => `/checkout/organizations/${sale.of.organizationId}/payments/${sale.paymentId}/refund`;
const events = async () =>
  (await caller.sluice.listEvents()).data.map(({ type }) => type).filter((type) => /refund/.test(type));

describe('Resources and their fields > Refund request', quotedByName, () => {
  test("`amount` (optional decimal string in the payment's currency, no more decimal places than the currency has), `reason` (enum; `requested_by_customer` is one value), `note` (string, at most 255 characters).", async () => {
    expect(await faultsOf(refund({ amount: '1.001' }))).toEqual(['amount']);
    expect(await faultsOf(refund({ amount: 1 as never }))).toEqual(['amount']);
    expect(await faultsOf(refund({ reason: 'because' as never }))).toEqual(['reason']);
    expect(await faultsOf(refund({ note: 1 as never }))).toEqual(['note']);
    const body = { amount: '1.50', reason: 'requested_by_customer', note: 'sorry' } as const;
    expect((await refund(body)).refunds).toMatchObject([
      { amountBase: 150, reason: 'requested_by_customer', note: 'sorry' },
    ]);
    sale = await sold(stage.http.service, { of: sale.of, amount: 5000n, currency: 'JPY' });
    expect(await faultsOf(refund({ amount: '1.5' }))).toEqual(['amount']);
    expect(await refund({ amount: '15' })).toMatchObject({ refundedBase: 15 });
  });
});

describe('Limits', quotedByName, () => {
  test('Refund note | at most 255 characters', async () => {
    expect(await faultsOf(refund({ note: 'x'.repeat(256) }))).toEqual(['note']);
    expect((await refund({ note: 'x'.repeat(255) })).refunds).toHaveLength(1);
  });
});

describe('Endpoints > Refund a payment', quotedByName, () => {
  test('`POST C/payments/{paymentId}/refund`.', async () => {
    const answer = await send(stage.http, sale.of, 'POST', path(), { body: {}, idempotencyKey: 'key' });
    expect(answer).toMatchObject({ status: 200, body: { id: sale.paymentId } });
  });

  test("`paymentId` is the payment `id` (the acquirer's `externalId` is also accepted).", async () => {
    const { paymentId, externalId } = sale;
    expect((await refund({ amount: '1.00' })).id).toBe(paymentId);
    const byExternalId = await caller.sluice.refundCheckoutPayment({ paymentId: externalId, amount: '2.00' });
    expect(byExternalId).toMatchObject({ id: paymentId, externalId, refundedBase: 300 });
  });

  test('Key needs the `refunds` scope.', async () => {
    const { service } = stage.http;
    const { organizationId } = sale.of;
    const scoped = await service.key(organizationId, { scopes: ['read', 'write', 'crypto_payouts'] });
    expect(await refusalOf(refund({}, {}, callerOf(stage.http, { organizationId, ...scoped })))).toMatchObject({
      type: 'INSUFFICIENT_SCOPE',
    });
    const refunding = await service.key(organizationId, { scopes: ['read', 'refunds'] });
    expect((await refund({}, {}, callerOf(stage.http, { organizationId, ...refunding }))).status).toBe('refunded');
  });

  test('`Idempotency-Key` required; `X-Allow-Duplicate` optional (a second identical refund under a different key within 15 minutes is `DUPLICATE_REQUEST_DETECTED`).', async () => {
    const keyless = await send(stage.http, sale.of, 'POST', path(), { body: {} });
    expect(keyless).toMatchObject({ status: 400, body: { type: 'IDEMPOTENCY_KEY_REQUIRED' } });
    await refund({ amount: '1.00' });
    expect(await refusalOf(refund({ amount: '1.00' }))).toMatchObject({ type: 'DUPLICATE_REQUEST_DETECTED' });
    expect(await refund({ amount: '1.00' }, { allowDuplicate: true })).toMatchObject({ refundedBase: 200 });
    stage.http.service.clock.advance(15 * 60_000);
    expect(await refund({ amount: '1.00' })).toMatchObject({ refundedBase: 300 });
  });

  test('Body: `amount` (omit to refund everything still refundable), `reason`, `note`.', async () => {
    await refund({ amount: '1.00', reason: 'other', note: 'a scratch' });
    expect(await refund()).toMatchObject({ refundedBase: 10000, refunds: [{ amountBase: 100 }, { amountBase: 9900 }] });
  });

  test('200: the payment after the refund, including the refund just made.', async () => {
    const payment = await refund({ amount: '1.00' });
    expect(payment).toEqual(await read());
    expect(payment).toMatchObject({ refundedBase: 100, refunds: [{ status: 'succeeded', amountBase: 100 }] });
  });

  test('400: `VALIDATION_ERROR`, `REFUND_EXCEEDS_REMAINING` (more than `amountBase - refundedBase`), `REFUND_NOT_ALLOWED`, `REFUND_DISPUTED`, `PROVIDER_REJECTED`, idempotency header errors. Nothing moved on any.', async () => {
    const { service } = stage.http;
    await refund({ amount: '40.00' });
    const before = await read();
    const openedAt = before.createdAt;
    const disputes = [{ disputeId: 'dp_1', status: 'open' as const, taken: 1n, openedAt }];
    const disputed = await stored(service, sale.of, { status: 'paid', externalId: 'ch_1', disputes });
    const failed = await stored(service, sale.of, { status: 'failed', externalId: 'ch_2' });
    const of = ({ paymentId }: Sold) => caller.sluice.refundCheckoutPayment({ paymentId });
    const refusals = {
      VALIDATION_ERROR: () => refund({ amount: 'all' }),
      REFUND_EXCEEDS_REMAINING: () => refund({ amount: '60.01' }),
      REFUND_NOT_ALLOWED: () => of(failed),
      REFUND_DISPUTED: () => of(disputed),
      PROVIDER_REJECTED: () => refund({ amount: '1.81' }),
      IDEMPOTENCY_KEY_INVALID: () => refund({}, {}, callerOf(stage.http, sale.of, keySentAs('a b', sale.of))),
    };
    for (const [type, call] of Object.entries(refusals)) {
      expect(await refusalOf(call())).toMatchObject({ type, status: 400 });
    }
    expect(await read()).toEqual(before);
    expect(await atAcquirer(service, sale)).toMatchObject({ amount: 40_00n });
    expect(await events()).toEqual(['checkout_payment.partially_refunded']);
  });

  test('403 `INSUFFICIENT_SCOPE`, `FORBIDDEN`, `ACCOUNT_BLOCKED`, `LIVE_KEY_ORG_NOT_APPROVED`; refunds are not held back by business verification.', async () => {
    const { service } = stage.http;
    const { organizationId } = sale.of;
    const reader = await service.key(organizationId, { scopes: ['read'] });
    expect((await refundAs(service, sale, {}, { by: reader })).body).toMatchObject({ type: 'INSUFFICIENT_SCOPE' });
    const stranger = await service.organization();
    expect((await refundAs(service, sale, {}, { by: stranger })).body).toMatchObject({ type: 'FORBIDDEN' });
    const rails = service.runtime.rails;
    const live = await processOf(stage.http, withoutFaults, { rails: () => rails('sandbox') });
    const unverified = await sold(live.service, { of: await service.organization('live') });
    expect((await refundAs(live.service, unverified)).status).toBe(200);
    await suspend(service.runtime, organizationId);
    expect(await refusalOf(refund())).toMatchObject({ type: 'ACCOUNT_BLOCKED', status: 403 });
  });

  test('404 no such link or product here. 409 `REFUND_IN_PROGRESS` (one refund in flight per payment), `CONFLICT` (sandbox: another refund landed just before), idempotency conflicts, `PAYOUT_OUTCOME_UNKNOWN` on replay.', async () => {
    const unknown = { paymentId: 'pay_1_2' };
    expect(await refusalOf(caller.sluice.refundCheckoutPayment(unknown))).toMatchObject({
      type: 'NOT_FOUND',
      status: 404,
    });
    const racing = await processOf(stage.http, async (call, go) => {
      if (readsHead(call) && (await read()).refundedBase === 0) await refund({ amount: '1.00' });
      return go();
    });
    const late = refund({}, {}, callerOf(racing, sale.of));
    expect(await refusalOf(late)).toMatchObject({ type: 'CONFLICT', status: 409 });
    const silent = (amount: string) => refund({ amount }, { idempotencyKey: 'key' });
    await refusalOf(silent('1.83'));
    expect(await refusalOf(refund({ amount: '2.00' }))).toMatchObject({ type: 'REFUND_IN_PROGRESS', status: 409 });
    expect(await refusalOf(silent('1.84'))).toMatchObject({ type: 'IDEMPOTENCY_KEY_CONFLICT', status: 409 });
    stage.http.service.clock.advance(60_000);
    expect(await refusalOf(silent('1.83'))).toMatchObject({ type: 'PAYOUT_OUTCOME_UNKNOWN', status: 409 });
  });

  test('500 `PAYOUT_OUTCOME_UNKNOWN` when the processor gave no definitive answer: do not resend under a new key; read the payment: `refundedBase` moves and a refund event follows if it went through.', async () => {
    expect(await refusalOf(refund({ amount: '1.83' }))).toMatchObject({ type: 'PAYOUT_OUTCOME_UNKNOWN', status: 500 });
    expect(await read()).toMatchObject({ refundedBase: 0 });
    expect(await events()).toEqual([]);
    await settle(stage.http.service);
    expect(await read()).toMatchObject({ refundedBase: 183 });
    expect(await events()).toEqual(['checkout_payment.partially_refunded']);
  });
});
