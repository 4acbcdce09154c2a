import { beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutPayment, Link } from '../../../client/src/index.ts';
import { settle } from '../../support/journey.ts';
import { quotedByName } from '../../support/quotes.ts';
import { type Caller, newCaller, refusalOf, useService } from '../support.ts';

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
