import { beforeEach, describe, expect, test } from 'vitest';
import { type Link, linkRef } from '../../../shared/checkout/links/link.ts';
import { createCryptoPayment } from '../../../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import { formatAmount } from '../../../shared/ground/money/money.ts';
import { bankAccount, cryptoAccount, registered } from '../../functions/checkout/accounts-support.ts';
import { wake } from '../../shared/webhooks/offering/support.ts';
import { Buyer } from '../../support/checkout/buyer.ts';
import { addLink } from '../../support/checkout/links.ts';
import { deliver, settle } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';
import { quotedByName } from '../../support/quotes.ts';
import { type Caller, callerOf, refusalOf, useService } from '../support.ts';
import { listen, shortPauses, useReceivers, webhookCaller } from '../webhooks-support.ts';

const stage = useService(shortPauses);
const newReceiver = useReceivers();
let caller: Caller;

beforeEach(async () => {
  stage.http.service.clock.advance(1);
  caller = callerOf(stage.http, await stage.http.service.organization());
});

const pathOf = ({ shareUrl }: { readonly shareUrl: string }) =>
  URL.parse(shareUrl, 'https://pages.test')?.pathname ?? '';
const sell = (total: string, by = caller) =>
  by.sluice.createLink({
    currency: 'USD',
    items: [{ name: 'Book', quantity: 1, unitAmount: total }],
    publish: true,
  });
/** Pays as a buyer does, in a browser. */
async function pay(link: Awaited<ReturnType<typeof sell>>, by = caller) {
  await new Buyer(stage.http.service).pay(pathOf(link));
  const [payment] = (await by.sluice.listCheckoutPayments({ linkId: link.linkId })).data;
  if (!payment) throw new Error('nobody has paid');
  return payment;
}

/** Sends 15.00 dollars with the reference that the page shows. */
async function payByBank() {
  const { service } = stage.http;
  const { organizationId } = caller.of;
  const owner = await service.member(organizationId, 'owner');
  const { accountId } = await registered(service, caller.of, owner);
  const bank = { kind: 'bank' as const, accountId, details: JSON.stringify(bankAccount().details) };
  const { link, path } = await addLink(service.runtime, caller.of, { methods: [bank] });
  const buyer = new Buyer(service);
  const { text } = await buyer.post(`${path}/bank`, { view: await buyer.view(path) });
  const [, reference = ''] = /data-copy="(RF[0-9A-Z]+)"/.exec(text) ?? [];
  const transfer = { organizationId, reference, amount: '15.00', currency: 'USD', externalId: 'transfer-1' };
  await performed(service, 'credit-payment', transfer);
  return (await caller.sluice.listCheckoutPayments({ linkId: link.linkId })).data[0];
}

/** Sends exactly what the attempt of a browser asks for. */
async function payByCrypto() {
  const { service } = stage.http;
  const { organizationId } = caller.of;
  const owner = await service.member(organizationId, 'owner');
  const { accountId } = await registered(service, caller.of, owner, cryptoAccount());
  const { linkId } = await caller.sluice.createLink({
    currency: 'USD',
    items: [{ name: 'Book', quantity: 1, unitAmount: '15.00' }],
    methods: [{ kind: 'crypto', accountId }],
    publish: true,
  });
  const link = (await service.runtime.store.get(linkRef(organizationId, linkId))) as Link;
  const opened = await createCryptoPayment(
    service.runtime,
    link,
    { browser: 'browser', network: 'network', seenAt: 0 },
    {},
  );
  if (!('open' in opened)) throw new Error('nothing can be paid by crypto');
  const { paymentId, until, amount, ...to } = opened.open;
  const request = { ...to, amount: formatAmount(amount, to.token) } as never;
  const { finalAt } = await caller.sluice.sendSandboxTransfer(request);
  service.clock.now = Math.max(service.clock.now + 5_000, Date.parse(finalAt));
  await deliver(service, [{ kind: 'checkout', organizationId, resourceId: accountId, dueAt: service.clock.now }]);
  return caller.sluice.getCheckoutPayment({ paymentId });
}

describe('What the service does', quotedByName, () => {
  test('Checkout. Payment links that a buyer pays: a hosted card page, bank rails and crypto rails. Payments on links can be refunded (card payments).', async () => {
    const { id: paymentId, ...payment } = await pay(await sell('150.00'));
    expect(payment).toMatchObject({ status: 'paid', method: { kind: 'card', last4: '4242' } });
    const refunded = await caller.sluice.refundCheckoutPayment({ paymentId });
    expect(refunded).toMatchObject({ status: 'refunded', refundedBase: 15000 });
    expect(await payByBank()).toMatchObject({ status: 'paid', method: { kind: 'bank' } });
    const byCrypto = await payByCrypto();
    expect(byCrypto).toMatchObject({ status: 'paid', amountBase: 1500, method: { kind: 'crypto', token: 'USDC' } });
    expect(await refusalOf(caller.sluice.refundCheckoutPayment({ paymentId: byCrypto.id }))).toMatchObject({
      type: 'REFUND_NOT_ALLOWED',
    });
  });
});

describe('Resources and their fields > Checkout payment', quotedByName, () => {
  test("Fields named: `id`, `externalId` (the acquirer's id, accepted in place of `id` in paths), `amountBase`, `refundedBase`, `decimals`, `fee`, `refunds` (list of refunds made), status values `paid` and `pending` (others are described in States).", async () => {
    const { id: paymentId } = await pay(await sell('150.00'));
    await caller.sluice.refundCheckoutPayment({ paymentId, amount: '20.00' });
    const payment = await caller.sluice.getCheckoutPayment({ paymentId });
    expect(payment).toMatchObject({
      id: expect.stringMatching(/^pay_/),
      externalId: expect.any(String),
      amountBase: 15000,
      refundedBase: 2000,
      decimals: 2,
      fee: '4.35',
      refunds: [{ status: 'succeeded', amountBase: 2000 }],
      status: 'paid',
    });
    expect(await caller.sluice.getCheckoutPayment({ paymentId: payment.externalId ?? '' })).toEqual(payment);
    expect(await pay(await sell('150.02'))).toMatchObject({ status: 'pending', refunds: [] });
  });
});

describe('States and transitions > Checkout link', quotedByName, () => {
  test('not publicly readable', async () => {
    const buyer = new Buyer(stage.http.service);
    const { linkId, ...link } = await caller.sluice.createLink({
      currency: 'USD',
      items: [{ name: 'Book', quantity: 1, unitAmount: '150.00' }],
    });
    const textOf = async (path: string) => (await buyer.get(path)).text.replace(/req_\w+/, '');
    expect((await buyer.get(pathOf(link))).status).toBe(404);
    expect(await textOf(pathOf(link))).toBe(await textOf(pathOf(link).replace(/.{4}$/, 'ffff')));
    await caller.sluice.publishLink({ linkId });
    expect(await buyer.get(pathOf(link))).toMatchObject({ status: 200, text: expect.stringContaining('$150.00') });
  });

  test('page answers 410', async () => {
    const { linkId, ...link } = await sell('150.00');
    const expiresAt = new Date(stage.http.service.clock.now + 1_000).toISOString();
    await caller.sluice.updateLink({ linkId, expiresAt });
    const buyer = new Buyer(stage.http.service);
    const view = await buyer.view(pathOf(link));
    stage.http.service.clock.advance(1_000);
    expect((await buyer.get(pathOf(link))).status).toBe(410);
    expect((await buyer.payByCard(pathOf(link), view)).status).toBe(410);
    expect((await caller.sluice.listCheckoutPayments({ linkId })).data).toEqual([]);
  });
});

describe('States and transitions > Checkout payment', quotedByName, () => {
  test('A refund is allowed only on a `paid` payment with no open dispute.', async () => {
    const refusalFor = async (total: string, afterMs: number) => {
      const { id: paymentId } = await pay(await sell(total));
      const { service } = stage.http;
      service.clock.advance(afterMs);
      const hint = { kind: 'checkout', organizationId: caller.of.organizationId, resourceId: paymentId } as const;
      await deliver(service, [{ ...hint, dueAt: service.clock.now }]);
      return (await refusalOf(caller.sluice.refundCheckoutPayment({ paymentId }))).type;
    };
    expect(await refusalFor('150.24', 0)).toBe('REFUND_NOT_ALLOWED');
    expect(await refusalFor('150.16', 31_000)).toBe('REFUND_DISPUTED');
  });
});

describe('Events > Event types', quotedByName, () => {
  test('`checkout_payment.paid`, `.refunded`, `.partially_refunded`, `.reversed` | checkout payment events; refund events carry the refund just made in `refund` | opt-in', async () => {
    const { service } = stage.http;
    const merchant = await webhookCaller(stage.http);
    const types = ['paid', 'refunded', 'partially_refunded', 'reversed'].map(
      (type) => `checkout_payment.${type}` as const,
    );
    const [optedIn, other] = [await newReceiver(), await newReceiver()];
    await listen(merchant, optedIn, { events: types as never });
    await listen(merchant, other);
    const { id: paymentId } = await pay(await sell('150.00', merchant), merchant);
    await merchant.sluice.refundCheckoutPayment({ paymentId, amount: '40.00', note: 'first' });
    await merchant.sluice.refundCheckoutPayment({ paymentId, note: 'rest' });
    await pay(await sell('150.04', merchant), merchant);
    await settle(service, merchant);
    await wake(service, merchant.organizationId);
    const events = optedIn.received.map(({ event: { type, data } }) => [
      type,
      'refund' in data ? data.refund : undefined,
    ]);
    expect(events).toEqual([
      ['checkout_payment.paid', undefined],
      ['checkout_payment.partially_refunded', expect.objectContaining({ amount: '40.00', note: 'first' })],
      ['checkout_payment.refunded', expect.objectContaining({ amount: '110.00', note: 'rest' })],
      ['checkout_payment.paid', undefined],
      ['checkout_payment.reversed', undefined],
    ]);
    expect(other.received).toEqual([]);
  });
});
