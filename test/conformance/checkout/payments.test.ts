import { beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutPayment, Link } from '../../../client/src/index.ts';
import { settle } from '../../support/journey.ts';
import { quotedByName } from '../../support/quotes.ts';
import { type Caller, liveCaller, newCaller, refusalOf, useService } from '../support.ts';

const stage = useService();
let caller: Caller;

beforeEach(async () => {
  // Nothing of other tests is due any more: the clock goes on for this one alone.
  await settle(stage.http.service);
  caller = await newCaller(stage.http, '0');
});

/** A link, published unless told otherwise, whose total is one item's. */
function link(unitAmount = '150.00', more: object = {}): Promise<Link> {
  const items = [{ name: 'Book', quantity: 1, unitAmount }];
  return caller.sluice.createLink({ currency: 'USD', items, publish: true, ...more });
}

async function simulated(unitAmount?: string): Promise<CheckoutPayment> {
  const { linkId } = await link(unitAmount);
  return caller.sluice.simulateCheckoutPayment({ linkId });
}

const paymentNow = ({ id }: CheckoutPayment) => caller.sluice.getCheckoutPayment({ paymentId: id });
const eventsOf = async () => (await caller.sluice.listEvents()).data.map(({ type }) => type);
const last = () => caller.exchanges.at(-1);

describe('What the service does', quotedByName, () => {
  test('Scenario outcomes are chosen by the trailing digits of amounts', async () => {
    expect((await simulated('1.06')).status).toBe('failed');
    expect((await simulated('1.00')).status).toBe('paid');
  });
});

describe('Resources and their fields', quotedByName, () => {
  test('Checkout payment reads (list payments) give amounts as base units beside `decimals` (base units `15000` with `decimals: 2` means 150.00).', async () => {
    const { linkId } = await simulated();
    const { data } = await caller.sluice.listCheckoutPayments({ linkId });
    expect(data).toMatchObject([{ amountBase: 15000, decimals: 2, currency: 'USD' }]);
  });

  test("Money in webhook bodies and in feed `data` is decimal strings beside a currency field, except a payout's `fee`, which is an object `{ amount, currency }`; a checkout payment's `fee` is a decimal string.", async () => {
    expect(await simulated()).toMatchObject({ fee: '4.35' });
    const { data } = await caller.sluice.listEvents({ type: 'checkout_payment.paid' });
    expect(data).toMatchObject([{ data: { amount: '150.00', refunded: '0.00', fee: '4.35', currency: 'USD' } }]);
  });
});

describe('Resources and their fields > Event (feed row and webhook body)', quotedByName, () => {
  test('`payoutId` | payout id; null on `payout_batch.*` rows and absent for `checkout_payment.*`', async () => {
    await simulated();
    const [event] = (await caller.sluice.listEvents()).data;
    expect(event?.type).toBe('checkout_payment.paid');
    expect(event).not.toHaveProperty('payoutId');
  });
});

describe('States and transitions > Checkout payment', quotedByName, () => {
  test('(none) | buyer pays | | `paid` or `pending` | event `checkout_payment.paid` on paid', async () => {
    expect((await simulated()).status).toBe('paid');
    expect((await simulated('150.02')).status).toBe('pending');
    expect(await eventsOf()).toEqual(['checkout_payment.paid']);
    await settle(stage.http.service);
    expect(await eventsOf()).toEqual(['checkout_payment.paid', 'checkout_payment.paid']);
  });

  test('`paid` | chargeback (sandbox total ending `.04`: paid, then charged back about a minute later) | | charged back |', async () => {
    const payment = await simulated('150.04');
    expect(payment.status).toBe('paid');
    await settle(stage.http.service);
    expect(await paymentNow(payment)).toMatchObject({ status: 'charged_back', reversedBase: 15004 });
  });

  test('`paid` | dispute lost | | reversed | event `checkout_payment.reversed`', async () => {
    const payment = await simulated('150.16');
    await settle(stage.http.service);
    expect(await paymentNow(payment)).toMatchObject({ status: 'reversed', reversedBase: 15016 });
    expect(await eventsOf()).toEqual(['checkout_payment.paid', 'checkout_payment.reversed']);
  });
});

describe('Endpoints > List payments on a link', quotedByName, () => {
  test('`GET C/links/{linkId}/payments`.', async () => {
    const { linkId } = await link();
    await caller.sluice.listCheckoutPayments({ linkId });
    expect(last()?.request).toBe(`GET C/links/${linkId}/payments`);
  });

  test('Query: `limit` (1 to 100, default 20; above 100 clamped to 100; zero, negative or non-numeric falls back to 20, never 400), `cursor` (the previous `nextCursor` verbatim).', async () => {
    const { linkId } = await link();
    for (let count = 0; count < 22; count += 1) await caller.sluice.simulateCheckoutPayment({ linkId });
    const read = async (limit?: number | string, cursor?: string) => {
      const page = { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) };
      return caller.sluice.listCheckoutPayments({ linkId, ...page });
    };
    const sizes: (readonly [limit: number | string | undefined, size: number])[] = [
      [undefined, 20],
      [1, 1],
      [100, 22],
      [101, 22],
      [0, 20],
      [-1, 20],
      ['many', 20],
    ];
    for (const [limit, size] of sizes) expect((await read(limit)).data).toHaveLength(size);
    expect((await read(undefined, (await read()).nextCursor)).data).toHaveLength(2);
    expect(await refusalOf(read(20, 'another'))).toMatchObject({ status: 400, type: 'VALIDATION_ERROR' });
  });

  test('200: page newest first; `nextCursor` absent on the last page.', async () => {
    const { linkId } = await link();
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      made.unshift((await caller.sluice.simulateCheckoutPayment({ linkId })).id);
      stage.http.service.clock.advance(1);
    }
    const page = await caller.sluice.listCheckoutPayments({ linkId });
    expect(page.data.map(({ id }) => id)).toEqual(made);
    expect(page).not.toHaveProperty('nextCursor');
    expect(await caller.sluice.listCheckoutPayments({ linkId, limit: 2 })).toHaveProperty('nextCursor');
  });

  test('This is the authoritative read for confirming a payment; never confirm from a redirect alone.', async () => {
    const payment = await simulated('150.02');
    const read = async () => (await caller.sluice.listCheckoutPayments({ linkId: payment.linkId })).data;
    expect(await read()).toEqual([payment]);
    await settle(stage.http.service);
    expect(await read()).toMatchObject([{ id: payment.id, status: 'paid' }]);
  });

  test('404 unknown link.', async () => {
    const refusal = await refusalOf(caller.sluice.listCheckoutPayments({ linkId: 'lnk_1' }));
    expect(refusal).toMatchObject({ status: 404, type: 'NOT_FOUND' });
  });
});

describe('Endpoints > Simulate a payment (sandbox)', quotedByName, () => {
  const simulate = (linkId: string, body: object = {}) => caller.sluice.simulateCheckoutPayment({ linkId, ...body });

  test('`POST C/links/{linkId}/payments/simulate`.', async () => {
    const { linkId } = await link();
    await simulate(linkId);
    expect(last()?.request).toBe(`POST C/links/${linkId}/payments/simulate`);
  });

  test('Test key only (a live key gets 400 `LIVE_MODE_UNSUPPORTED`).', async () => {
    const live = await liveCaller(stage.http);
    const refusal = await refusalOf(live.sluice.simulateCheckoutPayment({ linkId: 'lnk_1' }));
    expect(refusal).toMatchObject({ status: 400, type: 'LIVE_MODE_UNSUPPORTED' });
  });

  test('`Idempotency-Key` required.', async () => {
    const { linkId } = await link();
    const path = `/checkout/organizations/${caller.of.organizationId}/links/${linkId}/payments/simulate`;
    expect(await stage.http.service.call('POST', path, caller.of, { body: {} })).toMatchObject({
      status: 400,
      body: { type: 'IDEMPOTENCY_KEY_REQUIRED' },
    });
  });

  test("Body: `reference` (caller's deduplication key), `clientReferenceId`.", async () => {
    const { linkId } = await link();
    const first = await simulate(linkId, { reference: 'order 7', clientReferenceId: 'mine' });
    expect(first.clientReferenceId).toBe('mine');
    expect(await simulate(linkId, { reference: 'order 7' })).toEqual(first);
    expect((await simulate(linkId, { reference: 'order 8' })).id).not.toBe(first.id);
  });

  test("The last two digits of the link's total in minor units select the outcome; read `GET C/sandbox/scenarios` for the table.", async () => {
    const { data } = await caller.sluice.listCheckoutScenarios();
    expect(last()?.request).toBe('GET C/sandbox/scenarios');
    for (const { digits, steps } of data.filter((scenario) => scenario.of === 'payment')) {
      expect((await simulated(`150.${digits}`)).status).toBe(steps[0]?.status);
    }
  });

  test('Total ending `.04`: paid, then charged back about a minute later.', async () => {
    const payment = await simulated('7.04');
    expect(payment.status).toBe('paid');
    const madeAt = stage.http.service.clock.now;
    await settle(stage.http.service);
    expect(await paymentNow(payment)).toMatchObject({ status: 'charged_back' });
    expect((stage.http.service.clock.now - madeAt) / 1000).toBeCloseTo(60, -1);
  });

  test('Ending `.02`: returned `pending`, settles within about 20 seconds.', async () => {
    const payment = await simulated('7.02');
    expect(payment.status).toBe('pending');
    const madeAt = stage.http.service.clock.now;
    await settle(stage.http.service);
    expect(await paymentNow(payment)).toMatchObject({ status: 'paid' });
    expect(stage.http.service.clock.now - madeAt).toBeLessThanOrEqual(20_000);
  });

  test('An ordinary amount is already `paid`.', async () => {
    expect((await simulated('19.99')).status).toBe('paid');
  });

  test('200: the payment at that instant.', async () => {
    const payment = await simulated();
    expect(last()?.response.status).toBe(200);
    expect(await paymentNow(payment)).toEqual(payment);
  });

  test('400: `BAD_REQUEST` (link is a draft, paused, expired, or already took the maximum simulated payments), `LINK_EXPIRED`, `VALIDATION_ERROR`.', async () => {
    const { clock } = stage.http.service;
    const inAnHour = new Date(clock.now + 3_600_000).toISOString();
    const draft = await link('1.00', { publish: false });
    const late = await link('1.00', { publish: false, expiresAt: inAnHour });
    const expired = await link('1.00', { expiresAt: inAnHour });
    const { linkId: pausedId } = await link();
    const paused = await caller.sluice.pauseLink({ linkId: pausedId });
    const taken = await link();
    for (let count = 0; count < 100; count += 1) await simulate(taken.linkId);
    clock.advance(3_600_000);
    for (const { linkId } of [draft, paused, expired, taken])
      expect(await refusalOf(simulate(linkId))).toMatchObject({ status: 400, type: 'BAD_REQUEST' });
    expect(await refusalOf(simulate(late.linkId))).toMatchObject({ status: 400, type: 'LINK_EXPIRED' });
    const invalid = await refusalOf(simulate(draft.linkId, { reference: '' }));
    expect(invalid).toMatchObject({ status: 400, type: 'VALIDATION_ERROR', errors: [{ path: 'reference' }] });
  });

  test('404 unknown link.', async () => {
    expect(await refusalOf(simulate('lnk_1'))).toMatchObject({ status: 404, type: 'NOT_FOUND' });
  });
});

describe('Events > Event types', quotedByName, () => {
  test('Not announced: a bank deposit held short, and a dispute before it resolves.', async () => {
    const payment = await simulated('150.14');
    stage.http.service.clock.advance(31_000);
    await settle(stage.http.service);
    expect(await paymentNow(payment)).toMatchObject({ status: 'paid', disputes: [{ status: 'won' }] });
    expect(await eventsOf()).toEqual(['checkout_payment.paid']);
  });

  test('a simulated or real payment gives `checkout_payment.*`', async () => {
    await simulated();
    expect(await eventsOf()).toEqual(['checkout_payment.paid']);
  });
});

describe('Endpoints > List events (feed)', quotedByName, () => {
  test('All families appear: `payout.*`, `payout_batch.*`, `payout_approval.*`, `webhook_endpoint.*`, `checkout_payment.*`; skip unknown types.', async () => {
    await simulated();
    expect(await eventsOf()).toContain('checkout_payment.paid');
  });
});

describe('Limits', quotedByName, () => {
  test('link payments 1 to 100 (default 20, clamped)', async () => {
    const { linkId } = await simulated();
    expect((await caller.sluice.listCheckoutPayments({ linkId, limit: 1_000 })).data).toHaveLength(1);
  });
});
