import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, CollectionAccountEntity } from '../../../shared/checkout/accounts/account.ts';
import { OpenAttemptEntity } from '../../../shared/checkout/attempts/attempt.ts';
import { transferBound } from '../../../shared/checkout/attempts/attempt-bounds.ts';
import { type Link, LinkEntity } from '../../../shared/checkout/links/link.ts';
import {
  AddressWatchEntity,
  mostOpen,
  watchRef,
} from '../../../shared/checkout/methods/crypto/payments/address-watch.ts';
import { keptMs, openMs } from '../../../shared/checkout/methods/crypto/payments/reserved-amount.ts';
import { type Payment, PaymentEntity, paymentRef } from '../../../shared/checkout/payments/payment.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { resume, suspend } from '../../shared/journal/commit/support.ts';
import { storedItems } from '../../support/answers.ts';
import { Buyer, ledTo, linkNow, locationOf, paymentsOn } from '../../support/checkout/buyer.ts';
import { addCryptoLink, buyersAddress, letPass } from '../../support/checkout/crypto-links.ts';
import type { TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;
let account: Account;
let path: string;
let link: Link;
let buyer: Buyer;

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'https://pay.example', rateLimitOverride: 1_000_000 });
});

beforeEach(async () => {
  organization = await service.organization();
  await newLink({});
  buyer = new Buyer(service);
});

async function newLink(changes: Partial<Link>): Promise<void> {
  ({ path, link, account } = await addCryptoLink(service.runtime, organization, changes));
}

async function changeLink(changes: Partial<Link>): Promise<void> {
  const now = await linkNow(service, link);
  await service.runtime.store.put(LinkEntity, { ...now, ...changes, version: now.version + 1 });
}

const view = '0'.repeat(32);
const begin = (by = buyer) => by.post(`${path}/crypto`, { view });
const haveSent = (by = buyer) => by.post(`${path}/crypto`, { view, sent: 'yes' });
const testTransfer = (by = buyer) => by.post(`${path}/test-transfer`, { view });
const title = ({ text }: Answer) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
const amountIn = ({ text }: Answer) => /data-copy="(15\.\d{6})"/.exec(text)?.[1];

const minute = 60_000;

describe('a buyer who pays by crypto', () => {
  test('chooses it by a plain link, and reads amount, network and address', async () => {
    const chosen = await buyer.get(`${path}?method=crypto`);
    expect(chosen.text).toContain(`action="${path}/crypto"`);
    expect(chosen.text).toContain('an exact amount of USDC to send on Base');
    const answer = await begin();
    expect(answer.status).toBe(200);
    const amount = amountIn(answer) ?? '';
    expect(Number(amount)).toBeGreaterThan(15);
    expect(Number(amount)).toBeLessThan(15.01);
    expect(title(answer)).toBe(`Send ${amount} USDC to Example`);
    for (const part of [
      `data-copy="${buyersAddress}"`,
      '>Base<',
      '<svg class="qr"',
      'UTC',
      `data-left="${30 * minute}"`,
    ])
      expect(answer.text).toContain(part);
    const [payment] = await paymentsOn(service, link);
    expect(payment).toMatchObject({ status: 'pending', method: { kind: 'crypto', token: 'USDC', chain: 'base' } });
    expect(answer.text).not.toContain('http-equiv="refresh"');
  });

  test('keeps the amount however often the form is sent, and others get their own', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => begin()));
    expect(new Set(answers.map(amountIn)).size).toBe(1);
    const other = await begin(new Buyer(service));
    expect(amountIn(other)).not.toBe(amountIn(answers[0] as Answer));
    expect(await paymentsOn(service, link)).toHaveLength(2);
  });

  test('is not remembered for ever, but for longer than late money finds its payment', async () => {
    await begin();
    const slots = await storedItems(service, OpenAttemptEntity.entityName);
    const slot = slots.find(({ linkId }) => linkId === link.linkId);
    expect(Number(slot?.ttl) * 1_000).toBeGreaterThan(service.clock.now + openMs + keptMs);
  });

  test('without cookies keeps it by the view that was submitted', async () => {
    const plain = new Buyer(service, '');
    const answer = await begin(plain);
    expect(answer.text).toContain(`name="view" value="${view}"`);
    expect(amountIn(await haveSent(plain))).toBe(amountIn(answer));
    expect(await paymentsOn(service, link)).toHaveLength(1);
  });

  test('who says to have sent it reads that it has not been seen, on the same page, which does not reload', async () => {
    const amount = amountIn(await begin());
    const answer = await haveSent();
    expect(answer).toMatchObject({
      status: 200,
      text: expect.stringContaining('Your transfer has not been seen yet.'),
    });
    expect(amountIn(answer)).toBe(amount);
    expect(answer.text).not.toContain('http-equiv="refresh"');
  });

  test('who has not begun and says to have sent it is led to the payment page: nothing is opened', async () => {
    expect(locationOf(await haveSent())).toMatch(/\/p\/checkout\/[^/]+\?method=crypto$/);
    expect(await paymentsOn(service, link)).toEqual([]);
  });

  test('after half an hour is told that the amount has ended, and gets another only by beginning again', async () => {
    const amount = amountIn(await begin());
    service.clock.advance(30 * minute);
    const ended = await haveSent();
    expect(ended).toMatchObject({ status: 410, text: expect.stringContaining('This amount is no longer valid') });
    expect(ended.text).toContain(`href="${path}?method=crypto"`);
    expect(ended.text).not.toContain(buyersAddress);
    expect(await paymentsOn(service, link)).toHaveLength(1);
    expect(amountIn(await begin())).not.toBe(amount);
    expect(await paymentsOn(service, link)).toHaveLength(2);
  });
});

describe('the sandbox’s test transfer', () => {
  test('pays: seen at first not yet, then received', async () => {
    await begin();
    const sent = await testTransfer();
    expect(sent).toMatchObject({ status: 200, text: expect.stringContaining('It is final in about 10 seconds.') });
    expect(sent.text).not.toContain('/test-transfer');
    expect((await haveSent()).text).toContain('Your transfer has not been seen yet.');
    await letPass(service, 30_000);
    const received = await haveSent();
    expect(title(received)).toBe('Payment received');
    const [payment] = await paymentsOn(service, link);
    expect(payment).toMatchObject({ status: 'paid', received: '1500' });
    expect(received.text).toContain(`Payment ${payment?.paymentId}`);
    // Who double clicks, or goes back, is asked for no second amount.
    expect(title(await begin())).toBe('Payment received');
    expect(await paymentsOn(service, link)).toHaveLength(1);
  });

  test('lets a new visit begin a new payment, and leaves older views with what was paid', async () => {
    await newLink({ successUrl: 'https://shop.example/thanks' });
    const press = async (of: string, fields: object = {}) => buyer.post(`${path}/crypto`, { view: of, ...fields });
    const oldView = await buyer.view(`${path}?method=crypto`);
    const firstAmount = amountIn(await press(oldView));
    const otherTab = await buyer.view(`${path}?method=crypto`);
    await buyer.post(`${path}/test-transfer`, { view: oldView });
    await letPass(service, 30_000);
    const [first] = await paymentsOn(service, link);
    const thanks = `https://shop.example/thanks?payment_id=${first?.paymentId}`;
    expect(ledTo(await press(oldView, { sent: 'yes' }))).toBe(thanks);

    const newVisit = await buyer.view(`${path}?method=crypto`);
    const secondAmount = amountIn(await press(newVisit));
    expect(secondAmount).toBeDefined();
    expect(secondAmount).not.toBe(firstAmount);
    expect(amountIn(await press(newVisit)), 'a double click').toBe(secondAmount);
    expect(amountIn(await press(newVisit, { sent: 'yes' }))).toBe(secondAmount);
    for (const older of [oldView, otherTab]) {
      expect(ledTo(await press(older)), 'the back button').toBe(thanks);
      expect(ledTo(await press(older, { sent: 'yes' }))).toBe(thanks);
      expect(ledTo(await buyer.post(`${path}/test-transfer`, { view: older }))).toBe(thanks);
    }
    expect(await paymentsOn(service, link)).toHaveLength(2);

    await buyer.post(`${path}/test-transfer`, { view: newVisit });
    await letPass(service, 30_000);
    const second = (await paymentsOn(service, link)).find(({ paymentId }) => paymentId !== first?.paymentId);
    expect(second).toMatchObject({ status: 'paid' });
    expect(ledTo(await press(newVisit))).toBe(`https://shop.example/thanks?payment_id=${second?.paymentId}`);
  });

  test('leaves a view with what was paid long after the time of the amount', async () => {
    const old = await buyer.view(`${path}?method=crypto`);
    await buyer.post(`${path}/crypto`, { view: old });
    await buyer.post(`${path}/test-transfer`, { view: old });
    await letPass(service, 30_000);
    service.clock.advance(60 * minute);
    expect(title(await buyer.post(`${path}/crypto`, { view: old }))).toBe('Payment received');
    expect(await paymentsOn(service, link)).toHaveLength(1);
  });

  test('lets a buyer without cookies begin anew with each view, and keeps what each has begun', async () => {
    const plain = new Buyer(service, '');
    const old = await plain.view(`${path}?method=crypto`);
    await plain.post(`${path}/crypto`, { view: old });
    await plain.post(`${path}/test-transfer`, { view: old });
    await letPass(service, 30_000);
    expect(amountIn(await plain.post(`${path}/crypto`, { view: await plain.view(path) }))).toBeDefined();
    expect(title(await plain.post(`${path}/crypto`, { view: old }))).toBe('Payment received');
    expect(await paymentsOn(service, link)).toHaveLength(2);
  });

  test('of a link that takes no more is told to whoever paid it, however new the visit', async () => {
    await newLink({ maxPayments: 1 });
    const old = await buyer.view(`${path}?method=crypto`);
    await buyer.post(`${path}/crypto`, { view: old });
    await buyer.post(`${path}/test-transfer`, { view: old });
    await letPass(service, 30_000);
    const newer = `${service.clock.now.toString(16).padStart(12, '0')}${'0'.repeat(20)}`;
    expect(title(await buyer.post(`${path}/crypto`, { view: newer }))).toBe('Payment received');
    expect(await paymentsOn(service, link)).toHaveLength(1);
  });

  test('is sent once, however often it is pressed', async () => {
    await begin();
    await Promise.all([testTransfer(), testTransfer()]);
    await testTransfer();
    await letPass(service, 60_000);
    expect(title(await haveSent())).toBe('Payment received');
    expect(await paymentsOn(service, link)).toHaveLength(1);
    expect((await linkNow(service, link)).placesTaken).toBe(0);
  });

  test('leads on to the merchant with the payment’s id, by a page of its own', async () => {
    await newLink({ successUrl: 'https://shop.example/thanks?order=7' });
    await begin();
    await testTransfer();
    await letPass(service, 30_000);
    const [payment] = await paymentsOn(service, link);
    expect(ledTo(await haveSent())).toBe(`https://shop.example/thanks?order=7&payment_id=${payment?.paymentId}`);
  });

  test('sends nothing for a browser that has not begun', async () => {
    expect(locationOf(await testTransfer())).toContain('?method=crypto');
  });

  test('is not there for a live link, as little as for one that does not exist', async () => {
    const live = await service.organization('live');
    await newLink({});
    const own = await addCryptoLink(service.runtime, live, { livemode: true });
    const missing = own.path.replace(/.{4}$/, 'ffff');
    const textOf = async (at: string) => {
      const { status, text } = await buyer.post(`${at}/test-transfer`, { view });
      return { status, text: text.replace(/req_\w+/, '') };
    };
    expect(await textOf(own.path)).toMatchObject({ status: 404 });
    expect(await textOf(own.path)).toEqual(await textOf(missing));
  });
});

describe('money that came', () => {
  test('in a state of a later release is not told as anything else', async () => {
    await begin();
    const [stored] = await paymentsOn(service, link);
    const read = paymentRef(organization.organizationId, String(stored?.paymentId));
    const payment = (await service.runtime.store.get(read)) as Payment;
    await service.runtime.store.put(PaymentEntity, { ...payment, status: 'frozen' as never, version: 2 });
    expect(await haveSent()).toMatchObject({ status: 500 });
  });

  test('is told although the link has been paused since, or is full with it', async () => {
    await newLink({ maxPayments: 1 });
    await begin();
    await testTransfer();
    await letPass(service, 30_000);
    expect((await linkNow(service, link)).placesTaken).toBe(1);
    expect(title(await haveSent())).toBe('Payment received');
    expect(await begin(new Buyer(service))).toMatchObject({ status: 409 });
    await changeLink({ status: 'paused' });
    expect(title(await haveSent())).toBe('Payment received');
    expect(await haveSent(new Buyer(service))).toMatchObject({ status: 303 });
  });
});

describe('no address is shown', () => {
  test.each<[string, Partial<Link>, number]>([
    ['paused', { status: 'paused' }, 410],
    ['expired', { expiresAt: 1 }, 410],
    ['full', { maxPayments: 1, placesTaken: 1 }, 409],
  ])('of a link that is %s, also to who began before', async (_what, changes, status) => {
    await begin();
    await changeLink(changes);
    const answer = await begin();
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain(buyersAddress);
    if (status === 410) expect((await haveSent()).status).toBe(status);
  });

  test('of an account that was removed since the link was published', async () => {
    await service.runtime.store.put(CollectionAccountEntity, { ...account, status: 'removed', version: 2 });
    const answer = await begin();
    expect(answer.text).toContain('This link cannot be paid');
    expect(answer.text).not.toContain(buyersAddress);
    expect(await paymentsOn(service, link)).toEqual([]);
  });

  test('of a suspended organization, nor its name, nor is anything sent', async () => {
    await begin();
    await suspend(service.runtime, organization.organizationId);
    for (const answer of [await begin(), await haveSent(), await testTransfer()]) {
      expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('This page is unavailable') });
      expect(answer.text).not.toContain('Example');
    }
    await resume(service.runtime, organization.organizationId);
    await letPass(service, 60_000);
    expect(await paymentsOn(service, link)).toMatchObject([{ status: 'pending' }]);
  });

  test('where no chain is set up: crypto is no method there', async () => {
    const without = await TestService.start({ rails: () => sandboxRails, rateLimitOverride: 1_000_000 });
    const added = await addCryptoLink(without.runtime, await without.organization(), { methods: [] });
    const plain = new Buyer(without);
    expect((await plain.get(added.path)).text).toContain('offers no payment method for it');
    expect((await plain.post(`${added.path}/crypto`, { view })).text).toContain('This link cannot be paid');
  });

  test('while the chain is silent: another way or another time', async () => {
    const { rails } = service.runtime;
    const silent = await TestService.start({
      rails: (mode) => {
        const found = rails(mode);
        const chain = found?.chain && { ...found.chain, head: async () => Promise.reject(new Error('silence')) };
        return found && { ...found, chain };
      },
      rateLimitOverride: 1_000_000,
    });
    const added = await addCryptoLink(silent.runtime, await silent.organization());
    const answer = await new Buyer(silent).post(`${added.path}/crypto`, { view });
    expect(answer).toMatchObject({
      status: 503,
      text: expect.stringContaining('This payment method is not available'),
    });
    expect(answer.text).toContain(`href="${added.path}"`);
    expect(await paymentsOn(silent, added.link)).toEqual([]);
  });
});

describe('a thief', () => {
  test.each([
    [{}, 400],
    [{ view: 'x'.repeat(32) }, 400],
    [{ view, sent: 'no' }, 400],
    [{ view, amount: '1' }, 400],
  ])('sends no form but the page’s own: %j', async (fields, status) => {
    expect(await buyer.post(`${path}/crypto`, fields as Record<string, string>)).toMatchObject({ status });
    expect(await paymentsOn(service, link)).toEqual([]);
  });

  test('learns nothing of another browser’s payment', async () => {
    await begin();
    await testTransfer();
    await letPass(service, 30_000);
    expect(title(await haveSent())).toBe('Payment received');
    expect(await haveSent(new Buyer(service))).toMatchObject({ status: 303 });
  });

  test('cannot send the form from another site', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    for (const form of ['crypto', 'test-transfer']) {
      expect(await service.send('POST', `${path}/${form}`, `view=${view}`, headers)).toMatchObject({ status: 403 });
    }
  });
});

test('one network begins so many transfers in an hour: then it is busy, and others are not', async () => {
  const from = (address: string) => {
    const sent = service.runtime.ids.token();
    return new Buyer(service, '', address).post(`${path}/crypto`, { view: sent });
  };
  for (let begun = 0; begun < transferBound.ofNetwork; begun += 1) {
    expect(await from('198.51.100.1')).toMatchObject({ status: 200 });
  }
  expect(await from('198.51.100.1')).toMatchObject({ status: 429 });
  expect(await from('203.0.113.9')).toMatchObject({ status: 200 });
  expect(await paymentsOn(service, link)).toHaveLength(transferBound.ofNetwork + 1);
});

test('too many attempts at an address: busy, and nothing is opened', async () => {
  await begin();
  const watch = await service.runtime.store.get(watchRef(organization.organizationId, account.accountId));
  if (!watch) throw new Error('nothing watches the address');
  const opened = [{ since: watch.opened[0]?.since ?? 0, count: mostOpen }];
  await service.runtime.store.put(AddressWatchEntity, { ...watch, opened, version: watch.version + 1 });
  const answer = await begin(new Buyer(service));
  expect(answer).toMatchObject({ status: 429, text: expect.stringContaining('Too many payments at once') });
  expect(await paymentsOn(service, link)).toHaveLength(1);
});
