import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Link, LinkEntity } from '../../../shared/checkout/links/link.ts';
import { type Payment, PaymentEntity, paymentRef } from '../../../shared/checkout/payments/payment.ts';
import { suspend } from '../../shared/journal/commit/support.ts';
import { Buyer, linkNow, locationOf, paymentsOn } from '../../support/checkout/buyer.ts';
import { addCryptoLink, letPass } from '../../support/checkout/crypto-links.ts';
import { addLink } from '../../support/checkout/links.ts';
import { bodyOf, settle, type TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;
let path: string;
let link: Link;
let buyer: Buyer;

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'https://pay.example', rateLimitOverride: 1_000_000 });
});

beforeEach(async () => {
  organization = await service.organization();
  buyer = new Buyer(service);
  await newLink({});
});

async function newLink(changes: Partial<Link>): Promise<void> {
  ({ path, link } = await addLink(service.runtime, organization, changes));
}

async function changeLink(changes: Partial<Link>): Promise<void> {
  const now = await linkNow(service, link);
  await service.runtime.store.put(LinkEntity, { ...now, ...changes, version: now.version + 1 });
}

async function onlyPayment(): Promise<Payment> {
  const [{ paymentId }] = (await paymentsOn(service, link)) as [{ paymentId: string }];
  return (await service.runtime.store.get(paymentRef(organization.organizationId, paymentId))) as Payment;
}

const title = ({ text }: Answer) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
const paidSentence = '$15.00 was paid on March 1, 2026';

describe('a browser that has paid', () => {
  test('sees amount and time below “Pay” on a link that takes more, without an id or a way onward', async () => {
    await newLink({ successUrl: 'https://shop.example/thanks' });
    await buyer.pay(path);
    const { text } = await buyer.get(path);
    expect(text.indexOf(paidSentence)).toBeGreaterThan(text.indexOf('Pay $15.00 by card'));
    expect(text).toContain('Paid from this browser');
    for (const part of ['pay_', 'thanks']) expect(text).not.toContain(part);
    expect((await new Buyer(service).get(path)).text).not.toContain('Paid from this browser');
  });

  test.each<[string, Partial<Link>, number]>([
    ['is used up', { maxPayments: 1, placesTaken: 1 }, 409],
    ['has expired', { expiresAt: 1 }, 410],
    ['has been paused', { status: 'paused' }, 410],
  ])('reads that it has paid on a link that %s, and is not told to ask for another', async (state, changes, status) => {
    await buyer.pay(path);
    await changeLink(changes);
    const pages = [await buyer.get(path), await buyer.post(`${path}/card`, { view: '0'.repeat(32) })];
    for (const answer of pages) {
      expect(answer.status).toBe(status);
      expect(title(answer)).toBe('Paid from this browser');
      expect(answer.text).toContain(paidSentence);
      expect(answer.text).toContain(`This payment link ${state}`);
      for (const part of ['pay_', '<form', 'Ask Example']) expect(answer.text).not.toContain(part);
    }
    const other = await new Buyer(service).get(path);
    expect(other).toMatchObject({ status });
    expect(other.text).not.toContain('was paid');
  });

  test('sees what was refunded and what was charged back, as it is today', async () => {
    await buyer.pay(path);
    const { paymentId } = await onlyPayment();
    const of = `/checkout/organizations/${organization.organizationId}/payments/${paymentId}`;
    bodyOf(await service.post(`${of}/refund`, organization, { amount: '5.00' }));
    await settle(service, organization);
    expect((await buyer.get(path)).text).toContain('$5.00 of it has been refunded.');
    const payment = await onlyPayment();
    await service.runtime.store.put(PaymentEntity, { ...payment, reversed: 1_000n, version: payment.version + 1 });
    expect((await buyer.get(path)).text).toContain('$10.00 of it has been charged back.');
  });

  test('reads that a payment is still being processed', async () => {
    await newLink({ total: 1_502n, cardPage: { priceId: 'price_1', total: 1_502n, currency: 'USD' } });
    await buyer.pay(path);
    expect(await onlyPayment()).toMatchObject({ status: 'pending' });
    expect((await buyer.get(path)).text).toContain('The payment is still being processed.');
  });

  test('sees nothing of a payment that failed, or that it has only begun', async () => {
    await newLink({ total: 1_506n, cardPage: { priceId: 'price_1', total: 1_506n, currency: 'USD' } });
    await buyer.pay(path);
    expect(await onlyPayment()).toMatchObject({ status: 'failed' });
    await buyer.payByCard(path);
    expect((await buyer.get(path)).text).not.toContain('Paid from this browser');
  });

  test('sees its last payment by whichever method', async () => {
    const crypto = await addCryptoLink(service.runtime, organization);
    ({ path, link } = crypto);
    await buyer.pay(path);
    service.clock.advance(60 * 60_000);
    const first = /was paid on ([^.]*)\./.exec((await buyer.get(path)).text)?.[1];
    const view = await buyer.view(`${path}?method=crypto`);
    await buyer.post(`${path}/crypto`, { view });
    expect(/was paid on ([^.]*)\./.exec((await buyer.get(path)).text)?.[1]).toBe(first);
    await buyer.post(`${path}/test-transfer`, { view });
    await letPass(service, 30_000);
    const second = /was paid on ([^.]*)\./.exec((await buyer.get(path)).text)?.[1];
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
    // Whoever begins another one still sees the one that was paid.
    service.clock.advance(1_000);
    await buyer.post(`${path}/crypto`, { view: await buyer.view(`${path}?method=crypto`) });
    expect(/was paid on ([^.]*)\./.exec((await buyer.get(path)).text)?.[1]).toBe(second);
  });

  test('is told nothing on the pages of a suspended organization', async () => {
    await buyer.pay(path);
    await suspend(service.runtime, organization.organizationId);
    for (const answer of [await buyer.get(path), await buyer.post(`${path}/card`, { view: '0'.repeat(32) })]) {
      expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('This page is unavailable') });
      for (const secret of ['Paid', '15.00', 'Example']) expect(answer.text).not.toContain(secret);
    }
  });
});

describe('a link whose last place somebody has begun to pay', () => {
  beforeEach(async () => {
    await newLink({ maxPayments: 1 });
  });

  test.each(['', undefined])('says so, and until when, to another device and without cookies (%j)', async (cookie) => {
    const plain = new Buyer(service, cookie);
    const cardPage = locationOf(await buyer.payByCard(path));
    const taken = await plain.get(path);
    expect(taken.status).toBe(409);
    expect(title(taken)).toBe('Someone has started to pay');
    expect(taken.text).toMatch(
      /Someone, perhaps you, has started to pay and has until March \d+, 2026.* UTC to finish\./,
    );
    for (const secret of [cardPage, 'att_', '<form', '<a class="button']) expect(taken.text).not.toContain(secret);
    const pressed = await plain.post(`${path}/card`, { view: 'f'.repeat(32) });
    expect(title(pressed)).toBe('Someone has started to pay');
    // The browser that has begun meets its own card page.
    expect(title(await buyer.get(path))).toBe('Payment to Example');
  });

  test('says that it is used up once that is paid, and is free again once its time is over', async () => {
    const other = new Buyer(service);
    await buyer.payByCard(path);
    service.clock.advance(31 * 60_000);
    await settle(service, organization);
    expect((await other.get(path)).status).toBe(200);
    await buyer.pay(path);
    expect(title(await other.get(path))).toBe('This payment link is used up');
    expect(title(await buyer.get(path))).toBe('Paid from this browser');
  });
});

describe('what a page costs', () => {
  const calls: string[] = [];
  const costOf = async (by: Buyer) => {
    const watched = service.process(
      (call, send) => {
        calls.push(call.name);
        return send();
      },
      { pagesUrl: 'https://pay.example' },
    );
    calls.length = 0;
    await new Buyer(watched, by.cookie ?? '').get(path);
    return [...calls];
  };

  test('one read without a cookie, one more with one, and another to show a payment', async () => {
    expect(await costOf(new Buyer(service, ''))).toEqual(['BatchGet']);
    expect(await costOf(buyer)).toEqual(['BatchGet', 'BatchGet']);
    await buyer.pay(path);
    expect(await costOf(buyer)).toEqual(['BatchGet', 'BatchGet', 'BatchGet']);
  });
});
