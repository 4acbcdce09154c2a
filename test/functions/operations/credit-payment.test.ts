import { beforeAll, describe, expect, test } from 'vitest';
import { type Link, LinkEntity } from '../../../shared/checkout/links/link.ts';
import { type Payment, PaymentEntity, paymentRef } from '../../../shared/checkout/payments/payment.ts';
import { available } from '../../shared/journal/commit/support.ts';
import { auditRows, storedItems } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { expectSoundBooks, readFeed, readLedger, type TestOrganization } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService } from '../../support/service.ts';
import { bankPaymentOn, byBank } from '../checkout/bank-payments-support.ts';
import { linkNow, paymentNow, paymentsOn, storeLink } from '../checkout/payments-support.ts';

let service: TestService;
let transfers = 0;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

/** A link of 150.00 USD with an attempt to pay it by bank, as a page opens it. */
async function opened(change: Partial<Link> = {}) {
  const of = await service.organization();
  const link = await storeLink(service, of, { ...byBank, tax: 10_00n, ...change });
  return { of, link, ...(await attemptOn(of, link)) };
}

async function attemptOn(of: TestOrganization, link: Link) {
  const { paymentId, externalId: reference } = await bankPaymentOn(service, link);
  const input = (amount: string, more: object = {}) => {
    transfers += 1;
    const { organizationId } = of;
    return { organizationId, amount, currency: link.currency, reference, externalId: `bank-${transfers}`, ...more };
  };
  const credit = (amount: string, more: object = {}) => performed(service, 'credit-payment', input(amount, more));
  return { paymentId, reference, input, credit, read: () => paymentNow(service, of, paymentId) };
}

const types = async (of: TestOrganization) => (await readFeed(service, of)).map(({ type }) => type);

/** Stores what this payment has become by other ways than a transfer. */
async function becomes({ of, paymentId }: { of: TestOrganization; paymentId: string }, change: Partial<Payment>) {
  const { store } = service.runtime;
  const payment = (await store.get(paymentRef(of.organizationId, paymentId))) as Payment;
  await store.put(PaymentEntity, { ...payment, ...change });
}

describe('an attempt to pay by bank', () => {
  test('is a pending payment that its reference finds, announced to nobody, without a place on the link', async () => {
    const { of, link, reference, paymentId, read } = await opened({ maxPayments: 1 });
    expect(await read()).toMatchObject({
      id: paymentId,
      externalId: reference,
      status: 'pending',
      method: { kind: 'bank' },
      amountBase: 150_00,
      taxBase: 10_00,
    });
    expect(await paymentNow(service, of, reference)).toEqual(await read());
    expect(await types(of)).toEqual([]);
    expect(await linkNow(service, link)).toMatchObject({ placesTaken: 0 });
  });
});

describe('a transfer with a payment reference', () => {
  test('of the amount makes the payment paid, and announces it once', async () => {
    const { of, paymentId, reference, credit, read } = await opened();
    service.clock.advance(60_000);
    const payment = await credit('150.00', { reference: ` ${reference.toLowerCase().replace(/(.{4})/g, '$1 ')}` });
    expect(payment).toMatchObject({ id: paymentId, status: 'paid', amountBase: 150_00, receivedBase: 150_00 });
    expect(payment.paidAt).toBe(new Date(service.clock.now).toISOString());
    for (const absent of ['overBase', 'late']) expect(payment).not.toHaveProperty(absent);
    expect(await read()).toEqual(payment);
    const [event, ...others] = await readFeed(service, of, 'type=checkout_payment.paid');
    expect(others).toEqual([]);
    expect(event).toMatchObject({ data: { id: paymentId, status: 'paid', amount: '150.00', received: '150.00' } });
    expect(event).not.toHaveProperty('payoutId');
    expect(await auditRows(service, of)).toMatchObject([
      { action: 'checkout_payment.credit', resourceId: paymentId, actorUserId: 'operator:ada' },
    ]);
    await expectSoundBooks(service, of);
  });

  test('never touches the balance of payouts', async () => {
    const { of, credit } = await opened();
    await credit('150.00');
    expect(await available(service, of)).toBe('0.00');
    expect(await readLedger(service, of)).toEqual([]);
  });

  test('that is short leaves it pending and unannounced, until the rest comes', async () => {
    const { of, credit, read } = await opened();
    expect(await credit('100.00')).toMatchObject({ status: 'pending', receivedBase: 100_00 });
    expect(await credit('49.99')).toMatchObject({ status: 'pending', receivedBase: 149_99 });
    expect(await types(of)).toEqual([]);
    expect(await credit('0.01')).toMatchObject({ status: 'paid', receivedBase: 150_00 });
    expect(await types(of)).toEqual(['checkout_payment.paid']);
    expect(await read()).not.toHaveProperty('overBase');
  });

  test('of more makes it paid, and says what is too much, also where the rest was too much', async () => {
    const all = await opened();
    const paid = await all.credit('150.01');
    expect(paid).toMatchObject({ status: 'paid', amountBase: 150_00, receivedBase: 150_01, overBase: 1 });
    const [event] = await readFeed(service, all.of);
    expect(event?.data).toMatchObject({ received: '150.01', over: '0.01' });
    const other = await attemptOn(all.of, all.link);
    await other.credit('149.00');
    expect(await other.credit('2.00')).toMatchObject({ status: 'paid', receivedBase: 151_00, overBase: 1_00 });
  });

  test('on a paid reference is a payment of its own, late and announced', async () => {
    const { of, link, paymentId, credit, read } = await opened({ metadata: '{"order":7}', maxPayments: 5 });
    await credit('150.00');
    const before = await read();
    service.clock.advance(1_000);
    const again = await credit('20.00');
    expect(again).toMatchObject({
      status: 'paid',
      late: true,
      amountBase: 20_00,
      receivedBase: 20_00,
      taxBase: 0,
      metadata: { order: 7 },
      linkId: link.linkId,
    });
    expect(again.id).not.toBe(paymentId);
    expect(await read()).toEqual(before);
    expect(await paymentsOn(service, of, link)).toEqual([again, before]);
    expect(await types(of)).toEqual(['checkout_payment.paid', 'checkout_payment.paid']);
    expect(await linkNow(service, link)).toMatchObject({ placesTaken: 2 });
  });

  test.each(['refunded', 'charged_back', 'reversed'] as const)('on a %s payment is one of its own', async (status) => {
    const all = await opened();
    await becomes(all, { status });
    const again = await all.credit('150.00');
    expect(again).toMatchObject({ status: 'paid', late: true });
    expect(again.id).not.toBe(all.paymentId);
    expect((await all.read()).status).toBe(status);
  });

  test('on a payment that had failed makes it paid, late, once it is enough', async () => {
    const all = await opened();
    await becomes(all, { status: 'failed' });
    expect(await all.credit('100.00')).toMatchObject({ status: 'failed', receivedBase: 100_00 });
    expect(await all.credit('50.00')).toMatchObject({ status: 'paid', late: true });
  });

  test.each([
    ['paused', { status: 'paused' }],
    ['expired', { expiresAt: 1 }],
    ['full', { maxPayments: 2, placesTaken: 2 }],
  ] as const)('on a link that is %s is taken and announced, late', async (_name, change) => {
    const { of, link, credit } = await opened(change);
    expect(await credit('150.00')).toMatchObject({ status: 'paid', late: true });
    expect(await types(of)).toEqual(['checkout_payment.paid']);
    const { placesTaken } = await linkNow(service, link);
    expect(placesTaken).toBe('maxPayments' in change ? 3 : 0);
  });

  test('takes a place of its link, the last one in time', async () => {
    const all = await opened({ maxPayments: 1 });
    const other = await attemptOn(all.of, all.link);
    expect(await all.credit('150.00')).not.toHaveProperty('late');
    expect(await linkNow(service, all.link)).toMatchObject({ placesTaken: 1 });
    expect(await other.credit('150.00')).toMatchObject({ status: 'paid', late: true });
    expect(await linkNow(service, all.link)).toMatchObject({ placesTaken: 2 });
  });
});

describe('a transfer is credited once', () => {
  test('whoever says it again, and never with other details, to another payment or as a deposit', async () => {
    const all = await opened();
    const { of, input, reference } = all;
    const other = await attemptOn(of, all.link);
    const first = input('100.00');
    const paid = await performed(service, 'credit-payment', first);
    expect(await performed(service, 'credit-payment', first)).toEqual(paid);
    for (const change of [{ amount: '50.00' }, { reference: other.reference }]) {
      expectRefusal(await perform(service, 'credit-payment', { ...first, ...change }), 'CONFLICT');
    }
    const { reference: _, ...deposit } = first;
    expectRefusal(await perform(service, 'credit-deposit', deposit), 'CONFLICT');
    const asDeposit = { ...deposit, externalId: 'bank-deposit' };
    await performed(service, 'credit-deposit', asDeposit);
    expectRefusal(await perform(service, 'credit-payment', { ...asDeposit, reference }), 'CONFLICT');
    expect(await all.read()).toMatchObject({ receivedBase: 100_00 });
    await expectSoundBooks(service, of);
  });

  test('however its id is written, and not as a deposit either', async () => {
    const { input, read } = await opened();
    const transfer = input('100.00', { externalId: 'Zu\u0308rich 8' });
    const paid = await performed(service, 'credit-payment', transfer);
    for (const externalId of ['Zürich 8', 'Zürich\u00a08']) {
      expect(await performed(service, 'credit-payment', { ...transfer, externalId })).toEqual(paid);
      const { reference: _, ...deposit } = { ...transfer, externalId };
      expectRefusal(await perform(service, 'credit-deposit', deposit), 'CONFLICT');
    }
    expect(await read()).toMatchObject({ receivedBase: 100_00 });
  });

  test('above what one operator may move, its id written differently, waits for a second one once', async () => {
    const limited = service.process((_call, send) => send(), { secondOperatorAbove: '100.00' });
    const { input } = await opened();
    await performed(limited, 'credit-payment', input('150.00', { externalId: 'Zürich 9' }));
    const again = input('150.00', { externalId: 'Zu\u0308rich 9' });
    expectRefusal(await perform(limited, 'credit-payment', again), 'CONFLICT');
  });

  test('by two operators at once', async () => {
    const { of, input, link } = await opened();
    const transfer = input('150.00');
    const answers = await Promise.all([1, 2, 3].map(() => performed(service, 'credit-payment', transfer)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await paymentsOn(service, of, link)).toHaveLength(1);
    expect(await types(of)).toEqual(['checkout_payment.paid']);
  });

  test('while another one comes for the same reference: both are kept, whichever is first', async () => {
    const { of, credit, link } = await opened();
    await Promise.all([credit('150.00'), credit('150.00'), credit('150.00')]);
    const payments = await paymentsOn(service, of, link);
    expect(payments.map(({ receivedBase }) => receivedBase)).toEqual([150_00, 150_00, 150_00]);
    expect(payments.filter(({ late }) => late)).toHaveLength(2);
  });

  test.each([1, 2, 3, 4, 5])('by a process that dies at its call %i, and by the repetition', async (call) => {
    for (const moment of ['before', 'after'] as const) {
      const { of, input, link } = await opened();
      const transfer = input('150.00');
      const { intercept, crashed } = crashAt({ call, moment });
      await Promise.race([perform(service.process(intercept), 'credit-payment', transfer), crashed]);
      await performed(service, 'credit-payment', transfer);
      expect(await paymentsOn(service, of, link)).toMatchObject([{ status: 'paid', receivedBase: 150_00 }]);
      expect(await types(of)).toEqual(['checkout_payment.paid']);
    }
  });

  test('above what one operator may move, by two', async () => {
    const limited = service.process((_call, send) => send(), { secondOperatorAbove: '100.00' });
    const { of, input, read } = await opened();
    const transfer = input('150.00');
    const { proposalId, status } = await performed(limited, 'credit-payment', transfer);
    expect(status).toBe('open');
    expect(await read()).toMatchObject({ status: 'pending' });
    const decision = { organizationId: of.organizationId, proposalId, decision: 'execute' };
    expectRefusal(await perform(limited, 'confirm', decision), 'FORBIDDEN');
    await performed(limited, 'confirm', decision, { operator: 'ben' });
    expect(await read()).toMatchObject({ status: 'paid' });
    expect(await performed(limited, 'credit-payment', transfer)).toEqual(await read());
  });
});

describe('what is no transfer to a payment', () => {
  test.each([
    ['nothing', { amount: '0.00' }, 'BAD_REQUEST'],
    ['half a cent', { amount: '0.005' }, 'VALIDATION_ERROR'],
    ['more than a payment can hold', { amount: '90071992547409.92' }, 'BAD_REQUEST'],
    ['another currency', { currency: 'EUR' }, 'BAD_REQUEST'],
    ['a mistyped reference', { reference: 'RF19539007547034' }, 'VALIDATION_ERROR'],
    ['a reference of nobody', { reference: 'RF18539007547034' }, 'NOT_FOUND'],
  ] as const)('is refused and leaves nothing: %s', async (_name, change, type) => {
    const { input, read } = await opened();
    const before = (await storedItems(service, 'bankTransfer')).length;
    expectRefusal(await perform(service, 'credit-payment', input('150.00', change)), type);
    expect(await storedItems(service, 'bankTransfer')).toHaveLength(before);
    expect(await read()).not.toHaveProperty('receivedBase');
  });

  test('finds its payment in whatever text the bank sends, and once for one transfer', async () => {
    const { paymentId, reference, input } = await opened();
    const transfer = input('150.00', { reference: `/RFB/${reference.replace(/(.{4})/g, '$1-')} thank you` });
    const [first, again] = [
      await performed(service, 'credit-payment', transfer),
      await performed(service, 'credit-payment', { ...transfer, reference }),
    ];
    expect(first).toMatchObject({ id: paymentId, status: 'paid' });
    expect(again).toEqual(first);
  });

  test("another organization's reference is NOT_FOUND", async () => {
    const { input } = await opened();
    const { organizationId } = await service.organization();
    expectRefusal(await perform(service, 'credit-payment', input('150.00', { organizationId })), 'NOT_FOUND');
  });

  test('a payment by card is none, whatever its id is', async () => {
    const all = await opened();
    await becomes(all, { method: { kind: 'card' } });
    expectRefusal(await perform(service, 'credit-payment', all.input('150.00')), 'NOT_FOUND');
  });
});

test('of a link that a later release has changed, nothing is credited, and the transfer may be credited later', async () => {
  const { link, input, read } = await opened();
  const transfer = input('150.00');
  const { store } = service.runtime;
  const stored = await linkNow(service, link);
  await store.put(LinkEntity, { ...stored, status: 'later_value' as never });
  expectRefusal(await perform(service, 'credit-payment', transfer), 'INTERNAL');
  expect(await read()).toMatchObject({ status: 'pending' });
  await store.put(LinkEntity, stored);
  expect(await performed(service, 'credit-payment', transfer)).toMatchObject({ status: 'paid' });
});
