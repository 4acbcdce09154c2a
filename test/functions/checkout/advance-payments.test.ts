import { beforeEach, describe, expect, test } from 'vitest';
import { LinkEntity } from '../../../shared/checkout/links/link.ts';
import { paymentRef } from '../../../shared/checkout/payments/payment.ts';
import { differenceMessage } from '../../../shared/checkout/payments/report-differences.ts';
import { leaseMs } from '../../../shared/journal/due/claim-work.ts';
import { dueRef, replaceWork } from '../../../shared/journal/due/due-work.ts';
import type { CardAcquirer, Charge } from '../../../shared/ports/card-acquirer.ts';
import type { Hint } from '../../../shared/ports/hint-queue.ts';
import { sandboxAcquirer } from '../../../shared/providers/sandbox/cards/acquirer.ts';
import { listCheckoutScenarios } from '../../../shared/providers/sandbox/cards/list-checkout-scenarios.ts';
import { paymentScenarios } from '../../../shared/providers/sandbox/cards/scenarios.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { CapturedLog } from '../../support/captured-log.ts';
import { crashAt } from '../../support/crash.ts';
import { bodyOf, deliver, readFeed, settle, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { checkoutOf, linkEnding, linkNow, paymentNow, simulated } from './payments-support.ts';

let service: TestService;
let of: TestOrganization;

beforeEach(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  of = await service.organization();
});

const hintAt = ({ id }: Answer['body'], dueAt = service.clock.now): Hint => ({
  kind: 'checkout',
  organizationId: of.organizationId,
  resourceId: id,
  dueAt,
});
const workOn = (payment: Answer['body']) => service.runtime.store.get(dueRef(hintAt(payment)));
const storedPayment = ({ id }: Answer['body']) => service.runtime.store.get(paymentRef(of.organizationId, id));
const eventsOf = async () => (await readFeed(service, of)).map(({ type }) => type);

/** Simulates a payment whose acquirer then says something else of its charge. */
async function told(digits: string, change: (charge: Charge) => Charge | undefined | Promise<never>) {
  const payment = await simulated(service, of, await linkEnding(service, of, digits));
  const log = new CapturedLog();
  const { store } = service.runtime;
  const real = sandboxAcquirer({ store, clock: () => service.clock.now });
  const acquirer: CardAcquirer = {
    ...real,
    readCharge: async (...of) => change((await real.readCharge(...of)) as Charge),
  };
  const rails = () => ({ ...sandboxRails, acquirer });
  const process = service.process((_call, send) => send(), { rails, log: log.log });
  return { payment, process, log };
}

describe('every scenario', () => {
  const endings: Readonly<Record<string, [status: string, events: string[], more?: object]>> = {
    paid: ['paid', ['checkout_payment.paid']],
    pending_then_paid: ['paid', ['checkout_payment.paid']],
    charged_back: ['charged_back', ['checkout_payment.paid', 'checkout_payment.reversed'], { reversedBase: 15004 }],
    declined: ['failed', []],
    pending_then_failed: ['failed', []],
    failed_then_paid: ['paid', ['checkout_payment.paid'], { late: true }],
    dispute_won: ['paid', ['checkout_payment.paid'], { disputed: false, disputes: [{ status: 'won', takenBase: 0 }] }],
    dispute_lost: [
      'reversed',
      ['checkout_payment.paid', 'checkout_payment.reversed'],
      { disputed: false, disputes: [{ status: 'lost', takenBase: 15016 }], reversedBase: 15016 },
    ],
    inquiry: ['paid', ['checkout_payment.paid'], { disputes: [{ status: 'won', takenBase: 0 }] }],
    inquiry_then_dispute_lost: ['reversed', ['checkout_payment.paid', 'checkout_payment.reversed']],
    slow: ['paid', ['checkout_payment.paid']],
    silent: ['paid', ['checkout_payment.paid']],
    contradictory: ['paid', ['checkout_payment.paid']],
    fee_later: ['paid', ['checkout_payment.paid'], { fee: '4.36' }],
  };

  test('has an ending here, and is listed', async () => {
    expect(Object.keys(endings)).toEqual(paymentScenarios.map(({ scenario }) => scenario));
    const body = bodyOf(await service.get(`${checkoutOf(of)}/sandbox/scenarios`, of));
    expect(body).toEqual(JSON.parse(JSON.stringify(listCheckoutScenarios())));
    // The digits of a total choose among payments and publishing, those of a refund's amount among refunds.
    const { true: ofRefunds = [], false: ofTotals = [] } = Object.groupBy(body.data as Answer['body'][], (row) =>
      String(row.of === 'refund'),
    );
    for (const rows of [ofRefunds, ofTotals]) expect(new Set(rows.map(({ digits }) => digits)).size).toBe(rows.length);
  });

  test.each(paymentScenarios)('$scenario ($digits) is played to its end', async ({ scenario, digits, timeline }) => {
    const [status, events, more = {}] = endings[scenario] ?? [];
    const link = await linkEnding(service, of, digits, { maxPayments: 5 });
    const payment = await simulated(service, of, link);
    expect(payment.status).toBe(timeline[0].status);
    await settle(service);
    const end = await paymentNow(service, of, payment.id);
    expect(end).toMatchObject({ status, refundedBase: 0, ...more });
    expect(await eventsOf()).toEqual(events);
    expect(await workOn(payment)).toBeUndefined();
    expect(await linkNow(service, link)).toMatchObject({ placesTaken: status === 'failed' ? 0 : 1 });
    // Whatever is read again changes nothing.
    const stored = await storedPayment(payment);
    const writes = [replaceWork(hintAt(payment), service.clock.now)];
    await service.runtime.store.transact(writes, service.runtime.ids.token());
    await settle(service);
    expect(await storedPayment(payment)).toEqual(stored);
    expect(await eventsOf()).toEqual(events);
  });

  test('a dispute is open in between, and nobody is told', async () => {
    const payment = await simulated(service, of, await linkEnding(service, of, '16'));
    service.clock.advance(31_000);
    await deliver(service, [hintAt(payment)]);
    expect(await paymentNow(service, of, payment.id)).toMatchObject({ status: 'paid', disputed: true });
    expect(await eventsOf()).toEqual(['checkout_payment.paid']);
  });

  test.each([
    ['02', 20_000, 'paid'],
    ['04', 75_000, 'charged_back'],
  ])('%s is there within %i ms', async (digits, withinMs, status) => {
    const payment = await simulated(service, of, await linkEnding(service, of, digits));
    const madeAt = service.clock.now;
    await settle(service);
    expect((await paymentNow(service, of, payment.id)).status).toBe(status);
    expect(service.clock.now - madeAt).toBeLessThanOrEqual(withinMs);
  });
});

describe('an acquirer', () => {
  test('that names another amount changes nothing: the work is parked, and an alarm raised', async () => {
    const { payment, process, log } = await told('02', (charge) => ({ ...charge, status: 'paid', amount: 1n }));
    service.clock.advance(15_000);
    await deliver(process, [hintAt(payment)]);
    expect(await paymentNow(service, of, payment.id)).toMatchObject({ status: 'pending', amountBase: 15002 });
    expect(await workOn(payment)).toMatchObject({ parkedAt: service.clock.now });
    expect(log.lines.filter(({ message }) => message === differenceMessage)).toMatchObject([{ AcquirerDiffers: 1 }]);
    expect(await eventsOf()).toEqual([]);
  });

  test('that takes back what it paid out raises an alarm, and changes nothing', async () => {
    const { payment, process, log } = await told('04', (charge) => ({ ...charge, status: 'failed', disputes: [] }));
    service.clock.advance(60_000);
    await deliver(process, [hintAt(payment)]);
    expect(await paymentNow(service, of, payment.id)).toMatchObject({ status: 'paid' });
    expect(log.lines.filter(({ message }) => message === differenceMessage)).toHaveLength(1);
  });

  test('that is silent is asked again, for ever', async () => {
    const { payment, process } = await told('02', () => Promise.reject(new Error('no answer')));
    service.clock.advance(15_000);
    for (let asked = 0; asked < 30; asked += 1) {
      await deliver(process, [hintAt(payment)]);
      expect(await workOn(payment)).toMatchObject({ attempts: 0, unavailableSince: expect.any(Number) });
      service.clock.advance(5 * 60_000);
    }
    await deliver(service, [hintAt(payment)]);
    expect(await paymentNow(service, of, payment.id)).toMatchObject({ status: 'paid' });
  });

  test('that does not know the charge fails the work, which is parked in the end', async () => {
    const { payment, process } = await told('02', () => undefined);
    for (let asked = 0; asked < 13; asked += 1) {
      service.clock.advance(60 * 60_000);
      await deliver(process, [hintAt(payment)]);
    }
    expect(await workOn(payment)).toMatchObject({ parkedAt: expect.any(Number) });
    expect(await paymentNow(service, of, payment.id)).toMatchObject({ status: 'pending' });
  });

  test('is not set up any more: the work waits', async () => {
    const payment = await simulated(service, of, await linkEnding(service, of, '02'));
    service.clock.advance(15_000);
    const without = service.process((_call, send) => send(), { rails: () => undefined });
    await deliver(without, [hintAt(payment)]);
    expect(await workOn(payment)).toMatchObject({ attempts: 0 });
  });
});

describe('the worker', () => {
  test('runs twice at once, and each change is made once', async () => {
    const payment = await simulated(service, of, await linkEnding(service, of, '04'));
    service.clock.advance(60_000);
    const hints = [hintAt(payment)];
    await Promise.all([1, 2, 3].map(() => deliver(service, hints)));
    await deliver(service, hints);
    expect(await paymentNow(service, of, payment.id)).toMatchObject({ status: 'charged_back', reversedBase: 15004 });
    expect(await eventsOf()).toEqual(['checkout_payment.paid', 'checkout_payment.reversed']);
  });

  test('dies at any call, and the next one goes on', { timeout: 120_000 }, async () => {
    for (let call = 1; call <= 6; call += 1) {
      for (const moment of ['before', 'after'] as const) {
        const link = await linkEnding(service, of, '08', { maxPayments: 1 });
        const payment = await simulated(service, of, link);
        service.clock.advance(15_000);
        const { intercept, crashed } = crashAt({ call, moment });
        await Promise.race([deliver(service.process(intercept), [hintAt(payment)]), crashed]);
        service.clock.advance(leaseMs);
        await deliver(service, [hintAt(payment)]);
        expect(await paymentNow(service, of, payment.id)).toMatchObject({ status: 'failed' });
        expect(await linkNow(service, link)).toMatchObject({ placesTaken: 0 });
        expect(await workOn(payment)).toBeUndefined();
      }
    }
  });

  test('gives a place back that somebody else can take, and late money takes one beyond the last', async () => {
    const link = await linkEnding(service, of, '12', { maxPayments: 1 });
    const first = await simulated(service, of, link);
    service.clock.advance(15_000);
    await deliver(service, [hintAt(first)]);
    const second = await simulated(service, of, link);
    service.clock.advance(45_000);
    await deliver(service, [hintAt(first)]);
    expect(await paymentNow(service, of, first.id)).toMatchObject({ status: 'paid', late: true });
    expect(await paymentNow(service, of, second.id)).toMatchObject({ status: 'pending' });
    expect(await linkNow(service, link)).toMatchObject({ placesTaken: 2 });
  });

  test('records money whatever its link is by then', async () => {
    const link = await linkEnding(service, of, '02');
    const payment = await simulated(service, of, link);
    await service.runtime.store.put(LinkEntity, { ...(await linkNow(service, link)), status: 'paused' });
    await settle(service);
    expect(await paymentNow(service, of, payment.id)).toMatchObject({ status: 'paid' });
  });

  test('leaves work on what only a later release knows for that release', async () => {
    const work = { organizationId: of.organizationId, kind: 'checkout', resourceId: 'new_1' } as const;
    await service.runtime.store.transact([replaceWork(work, service.clock.now)], service.runtime.ids.token());
    await deliver(service, [{ ...work, dueAt: service.clock.now }]);
    expect(await service.runtime.store.get(dueRef(work))).toMatchObject({ attempts: 0, dueAt: expect.any(Number) });
  });

  test('ends work on a payment that does not exist', async () => {
    const work = { organizationId: of.organizationId, kind: 'checkout', resourceId: 'pay_1_2' } as const;
    await service.runtime.store.transact([replaceWork(work, service.clock.now)], service.runtime.ids.token());
    await deliver(service, [{ ...work, dueAt: service.clock.now }]);
    expect(await service.runtime.store.get(dueRef(work))).toBeUndefined();
  });
});
