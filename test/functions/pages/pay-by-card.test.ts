import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Link } from '../../../shared/checkout/links/link.ts';
import { LinkEntity } from '../../../shared/checkout/links/link.ts';
import { rateLimits } from '../../../shared/contract/rate-classes.ts';
import { sweepDueWork } from '../../../shared/journal/due/sweep-due-work.ts';
import { resume, suspend } from '../../shared/journal/commit/support.ts';
import { auditRows } from '../../support/answers.ts';
import { attemptsOn, Buyer, ledTo, linkNow, locationOf, paymentsOn } from '../../support/checkout/buyer.ts';
import { addLink } from '../../support/checkout/links.ts';
import { deliverInBatches, readFeed, settle, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';

const linkFields = 'Resources and their fields > Checkout link';

let service: TestService;
let organization: TestOrganization;
let path: string;
let link: Link;

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'https://pay.example', rateLimitOverride: 1_000_000 });
});

beforeEach(async () => {
  organization = await service.organization();
  await newLink({});
});

async function newLink(changes: Partial<Link>): Promise<void> {
  ({ path, link } = await addLink(service.runtime, organization, changes));
}

async function changeLink(changes: Partial<Link>): Promise<void> {
  const now = await linkNow(service, link);
  await service.runtime.store.put(LinkEntity, { ...now, ...changes, version: now.version + 1 });
}

const pause = () => changeLink({ status: 'paused', updatedAt: new Date(service.clock.now).toISOString() });
/** Lets workers do what is due by now. */
async function workNow(): Promise<void> {
  service.hints.take();
  await sweepDueWork(service.runtime);
  await deliverInBatches(
    service,
    service.hints.take().filter(({ dueAt }) => dueAt <= service.clock.now),
  );
}

const title = (text: string) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];
/** The page to which a card page leads back. */
const comeBack = async (buyer: Buyer, cardPage: string, last4?: string) =>
  buyer.get(ledTo(await buyer.choose(cardPage, last4)));

describe('a buyer who pays by card', () => {
  test('is led to a card page, pays on it, and reads that it was received', async () => {
    const paid = await new Buyer(service).pay(path);
    expect(title(paid.text)).toBe('Payment received');
    const [payment, ...others] = await paymentsOn(service, link);
    expect(others).toEqual([]);
    expect(payment).toMatchObject({ status: 'paid', amount: '1500', method: { kind: 'card', last4: '4242' } });
    expect(paid.text).toContain(`Payment ${payment?.paymentId}`);
    const events = await readFeed(service, organization);
    expect(events.map(({ type, data }) => [type, data.amount])).toEqual([['checkout_payment.paid', '15.00']]);
    expect(await attemptsOn(service, link)).toMatchObject([{ status: 'complete' }]);
  });

  test(
    'is led on to the merchant with the id of the payment, whatever the address has already',
    quotes({ [linkFields]: '`successUrl`' }),
    async () => {
      await newLink({ successUrl: 'https://shop.example/done?order=7&payment_id=forged#top' });
      const onwards = locationOf(await new Buyer(service).pay(path));
      const [payment] = await paymentsOn(service, link);
      expect(onwards).toBe(`https://shop.example/done?order=7&payment_id=${payment?.paymentId}#top`);
    },
  );

  test('reads that a payment is under way, and what became of it, by opening the page again', async () => {
    await newLink({ total: 1_502n });
    const buyer = new Buyer(service);
    const back = ledTo(await buyer.choose(locationOf(await buyer.payByCard(path))));
    expect(title((await buyer.get(back)).text)).toBe('Payment in progress');
    await settle(service);
    expect(title((await buyer.get(back)).text)).toBe('Payment received');
  });

  test('may choose another card after one that was declined', async () => {
    const buyer = new Buyer(service);
    const cardPage = locationOf(await buyer.payByCard(path));
    const declined = await buyer.choose(cardPage, '0002');
    expect(declined).toMatchObject({ status: 200, text: expect.stringContaining('The card was declined') });
    expect(await paymentsOn(service, link)).toEqual([]);
    expect(title((await comeBack(buyer, cardPage)).text)).toBe('Payment received');
  });

  test('keeps the language in which the page was opened', async () => {
    const buyer = new Buyer(service);
    const answer = await buyer.post(`${path}/card?lang=de`, { view: await buyer.view(path) });
    const cardPage = locationOf(answer);
    expect(cardPage).toMatch(/\?lang=de$/);
    expect(title((await comeBack(buyer, cardPage)).text)).toBe('Zahlung erhalten');
  });
});

describe('a buyer who cancels', () => {
  const cancelOf = (page: string) => /href="([^"]+\/cancel)"/.exec(page)?.[1] ?? '';

  test('charges nothing, and the card page is closed', async () => {
    const buyer = new Buyer(service);
    const cardPage = locationOf(await buyer.payByCard(path));
    const cancel = cancelOf((await buyer.get(cardPage)).text);
    expect(title((await buyer.get(cancel)).text)).toBe('Payment canceled');
    expect(title((await comeBack(buyer, cardPage)).text)).toBe('Payment canceled');
    expect(await paymentsOn(service, link)).toEqual([]);
    expect(locationOf(await buyer.payByCard(path))).not.toBe(cardPage);
  });

  test(
    'is led back to the merchant with the id that the payment would have had',
    quotes({ [linkFields]: '`cancelUrl` | redirect URLs' }),
    async () => {
      await newLink({ cancelUrl: 'https://shop.example/cart' });
      const buyer = new Buyer(service);
      const cancel = cancelOf((await buyer.get(locationOf(await buyer.payByCard(path)))).text);
      expect(locationOf(await buyer.get(cancel))).toMatch(/^https:\/\/shop\.example\/cart\?payment_id=pay_/);
    },
  );

  test('after paying has paid', async () => {
    const buyer = new Buyer(service);
    const cardPage = locationOf(await buyer.payByCard(path));
    const cancel = cancelOf((await buyer.get(cardPage)).text);
    await buyer.choose(cardPage);
    expect(title((await buyer.get(cancel)).text)).toBe('Payment received');
    expect(await paymentsOn(service, link)).toHaveLength(1);
  });
});

describe('one browser is charged once', () => {
  test('however often it submits at once, and from however many tabs', async () => {
    const buyer = new Buyer(service);
    const views = await Promise.all([buyer.view(path), buyer.view(path)]);
    const answers = await Promise.all([...views, ...views, ...views].map((view) => buyer.payByCard(path, view)));
    const pages = answers.map((answer) => (answer.status === 303 ? locationOf(answer) : ledTo(answer)));
    const back = await Promise.all(pages.map((page) => buyer.get(page)));
    expect(back.every(({ status }) => status < 400)).toBe(true);
    expect(await attemptsOn(service, link)).toHaveLength(1);
    const cardPage = locationOf(await buyer.payByCard(path));
    await Promise.all([1, 2, 3].map(() => buyer.choose(cardPage)));
    await Promise.all([1, 2, 3].map(() => comeBack(buyer, cardPage)));
    await settle(service);
    expect(await paymentsOn(service, link)).toHaveLength(1);
    expect(await readFeed(service, organization)).toHaveLength(1);
  });

  test('by going back after it has paid without coming back: it reads that it has paid', async () => {
    const buyer = new Buyer(service);
    await buyer.choose(locationOf(await buyer.payByCard(path)));
    expect(title((await buyer.get(ledTo(await buyer.payByCard(path)))).text)).toBe('Payment received');
    expect(await paymentsOn(service, link)).toHaveLength(1);
  });

  test('and may pay again once it knows that it has paid', async () => {
    const buyer = new Buyer(service);
    await buyer.pay(path);
    await buyer.pay(path);
    expect(await paymentsOn(service, link)).toHaveLength(2);
  });

  test('without cookies by the view that it submits: a reload of the form is the same attempt', async () => {
    const buyer = new Buyer(service, '');
    const view = await buyer.view(path);
    const [first, again] = [await buyer.payByCard(path, view), await buyer.payByCard(path, view)];
    expect(locationOf(again)).toBe(locationOf(first));
    expect(locationOf(await buyer.payByCard(path))).not.toBe(locationOf(first));
  });

  test('while others pay too', async () => {
    await Promise.all([1, 2, 3, 4].map(() => new Buyer(service).pay(path)));
    expect(await paymentsOn(service, link)).toHaveLength(4);
  });
});

describe('places of maxPayments', () => {
  const taken = async () => (await linkNow(service, link)).placesTaken;

  test('are taken on submission, by no more buyers than there are', async () => {
    await newLink({ maxPayments: 2 });
    const buyers = [1, 2, 3, 4, 5].map((last) => new Buyer(service, undefined, `203.0.113.${last}`));
    const answers = await Promise.all(buyers.map((buyer) => buyer.payByCard(path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 409, 409, 409]);
    expect(await taken()).toBe(2);
    expect(await new Buyer(service).get(path)).toMatchObject({ status: 409 });
  });

  test('stay with who has begun, and with the payment', async () => {
    await newLink({ maxPayments: 1 });
    const buyer = new Buyer(service);
    const view = await buyer.view(path);
    const cardPage = locationOf(await buyer.payByCard(path, view));
    expect(locationOf(await buyer.payByCard(path, view))).toBe(cardPage);
    expect(title((await comeBack(buyer, cardPage)).text)).toBe('Payment received');
    await settle(service);
    expect(await taken()).toBe(1);
  });

  test('leave the page open to who has taken the last one, and to nobody else', async () => {
    await newLink({ maxPayments: 1 });
    const buyer = new Buyer(service);
    const cardPage = locationOf(await buyer.payByCard(path));
    const again = await buyer.view(path);
    expect(locationOf(await buyer.payByCard(path, again))).toBe(cardPage);
    expect(await new Buyer(service).get(path)).toMatchObject({ status: 409 });
    expect(await new Buyer(service, '').get(path)).toMatchObject({ status: 409 });
  });

  test('are given back once by who cancels, and by who never comes back', async () => {
    await newLink({ maxPayments: 1 });
    const buyer = new Buyer(service);
    await buyer.payByCard(path);
    expect(await taken()).toBe(1);
    await settle(service);
    expect(await taken()).toBe(0);
    expect(await attemptsOn(service, link)).toMatchObject([{ status: 'closed' }]);
    expect(title((await buyer.pay(path)).text)).toBe('Payment received');
    expect(await taken()).toBe(1);
  });

  test('are given back by a charge that failed', async () => {
    await newLink({ maxPayments: 1, total: 1_506n });
    await new Buyer(service).pay(path);
    await settle(service);
    expect((await paymentsOn(service, link))[0]).toMatchObject({ status: 'failed' });
    expect(await taken()).toBe(0);
  });
});

describe('money that was taken is recorded', () => {
  test('of a buyer who never comes back', async () => {
    const buyer = new Buyer(service);
    await buyer.choose(locationOf(await buyer.payByCard(path)));
    await settle(service);
    expect(await paymentsOn(service, link)).toMatchObject([{ status: 'paid' }]);
    expect((await paymentsOn(service, link))[0]).not.toHaveProperty('late');
  });

  test('on a link that was paused meanwhile: paid before is not late', async () => {
    const buyer = new Buyer(service);
    const cardPage = locationOf(await buyer.payByCard(path));
    service.clock.advance(1_000);
    const back = ledTo(await buyer.choose(cardPage));
    service.clock.advance(1_000);
    await pause();
    expect(title((await buyer.get(back)).text)).toBe('Payment received');
    expect((await paymentsOn(service, link))[0]).not.toHaveProperty('late');
  });

  test('on a link that was paused before, as late', async () => {
    const buyer = new Buyer(service);
    const cardPage = locationOf(await buyer.payByCard(path));
    await pause();
    service.clock.advance(1_000);
    expect(title((await comeBack(buyer, cardPage)).text)).toBe('Payment received');
    expect(await paymentsOn(service, link)).toMatchObject([{ status: 'paid', late: true }]);
  });

  test('of a suspended organization, whose page tells nothing of it', async () => {
    const buyer = new Buyer(service);
    const cardPage = locationOf(await buyer.payByCard(path));
    const back = ledTo(await buyer.choose(cardPage));
    await suspend(service.runtime, organization.organizationId);
    const answer = await buyer.get(back);
    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('This page is unavailable') });
    expect(answer.text).not.toContain('Example');
    expect(await paymentsOn(service, link)).toHaveLength(1);
    await resume(service.runtime, organization.organizationId);
  });
});

describe('the card page of a link that takes no payments any more', () => {
  const openPage = async () => {
    const buyer = new Buyer(service);
    return { buyer, cardPage: locationOf(await buyer.payByCard(path)) };
  };

  test('is closed within a minute of pausing', async () => {
    const { buyer, cardPage } = await openPage();
    await pause();
    service.clock.advance(60_000);
    await workNow();
    expect(title((await comeBack(buyer, cardPage)).text)).toBe('Payment canceled');
    expect(await paymentsOn(service, link)).toEqual([]);
  });

  test('ends with the link’s deadline', async () => {
    await newLink({ expiresAt: service.clock.now + 10_000 });
    const { buyer, cardPage } = await openPage();
    service.clock.advance(10_000);
    expect(title((await comeBack(buyer, cardPage)).text)).toBe('Payment canceled');
    expect(await buyer.payByCard(path, '0'.repeat(32))).toMatchObject({ status: 410 });
  });

  test('charges nothing while the organization is suspended', async () => {
    const { buyer, cardPage } = await openPage();
    await suspend(service.runtime, organization.organizationId);
    expect(await buyer.payByCard(path, '0'.repeat(32))).toMatchObject({ status: 403 });
    const refused = await buyer.choose(cardPage);
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.text).not.toContain(link.fromName ?? 'Organization');
    await settle(service);
    expect(await paymentsOn(service, link)).toEqual([]);
    await resume(service.runtime, organization.organizationId);
  });
});

describe('a thief', () => {
  test('pays by no card where the link offers none, although the draft had a card page', async () => {
    await newLink({ methods: [{ kind: 'bank', accountId: 'ca_1', details: '{}' }] });
    expect(link.cardPage).toBeDefined();
    expect(await new Buyer(service).payByCard(path, '0'.repeat(32))).toMatchObject({ status: 200 });
    expect(await attemptsOn(service, link)).toEqual([]);
  });

  test('finds no page by guessing', async () => {
    const buyer = new Buyer(service);
    const cardPage = locationOf(await buyer.payByCard(path));
    const token = cardPage.split('/').at(-1) ?? '';
    const [organizationId, attemptId] = token.split('.');
    const zeros = `${organizationId}.${attemptId}.${'0'.repeat(32)}`;
    for (const page of ['checkout-attempt', 'sandbox-card']) {
      expect(await buyer.get(`/p/${page}/${zeros}`)).toMatchObject({ status: 404 });
      expect(await buyer.post(`/p/${page}/${zeros}`, { card: '4242' })).toMatchObject({ status: 404 });
    }
    // The card page's token opens nothing else, and the link's opens no card page.
    expect(await buyer.get(`/p/checkout-attempt/${token}`)).toMatchObject({ status: 404 });
    expect(await buyer.get(`/p/checkout/${token}`)).toMatchObject({ status: 404 });
    expect(await buyer.get(`/p/sandbox-card/${link.pageToken}`)).toMatchObject({ status: 404 });
  });

  test('gains nothing from a form of another link: a view is of the link to which it is sent', async () => {
    const other = await addLink(service.runtime, await service.organization());
    const buyer = new Buyer(service, '');
    const view = await buyer.view(other.path);
    await buyer.payByCard(other.path, view);
    await buyer.payByCard(path, view);
    expect(await attemptsOn(service, other.link)).toHaveLength(1);
    expect(await attemptsOn(service, link)).toHaveLength(1);
  });

  test.each([
    [{}, 400],
    [{ view: '' }, 400],
    [{ view: 'x'.repeat(32) }, 400],
    [{ view: '0'.repeat(32), total: '1' }, 400],
  ])('sends no form but the page’s own: %j', async (fields, status) => {
    expect(await new Buyer(service).post(`${path}/card`, fields as Record<string, string>)).toMatchObject({ status });
    expect(await attemptsOn(service, link)).toEqual([]);
  });

  test('cannot send it from another site, nor pay with a number that is not listed', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    const foreign = await service.send('POST', `${path}/card`, `view=${'0'.repeat(32)}`, headers);
    expect(foreign).toMatchObject({ status: 403 });
    const buyer = new Buyer(service);
    const cardPage = locationOf(await buyer.payByCard(path));
    expect(await buyer.post(cardPage, { card: '4111111111111111' })).toMatchObject({ status: 400 });
    expect(title((await buyer.choose(cardPage, '1111')).text)).toBe('Pay $15.00 by card');
    expect(await paymentsOn(service, link)).toEqual([]);
  });

  test('with ten thousand submissions a minute opens no more attempts than are let through', async () => {
    const limited = await TestService.start({ pagesUrl: 'https://pay.example' });
    const of = await limited.organization();
    const target = await addLink(limited.runtime, of);
    const statuses = new Map<number, number>();
    for (let index = 0; index < 10_000; index += 1) {
      const buyer = new Buyer(limited, undefined, `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
      const { status } = await buyer.payByCard(target.path, '0'.repeat(32));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(statuses.get(303)).toBe(rateLimits['page-submission']);
    expect(statuses.get(429)).toBe(10_000 - rateLimits['page-submission']);
    expect(await attemptsOn(limited, target.link)).toHaveLength(rateLimits['page-submission']);
  });
});

test('a live link has no card page while no acquirer is set up, and says so', async () => {
  const live = await service.organization('live');
  const target = await addLink(service.runtime, live, { livemode: true });
  const answer = await new Buyer(service).payByCard(target.path);
  expect(answer).toMatchObject({ status: 503, text: expect.stringContaining('This payment method is not available') });
  expect(await attemptsOn(service, target.link)).toEqual([]);
});

test('a link whose price was never set up with the acquirer has no card page', async () => {
  await newLink({ cardPage: undefined });
  expect(await new Buyer(service).payByCard(path)).toMatchObject({ status: 503 });
});

test('what buyers do leaves no row in the audit log, which is of what people of the organization did', async () => {
  await new Buyer(service).pay(path);
  await settle(service);
  expect(await paymentsOn(service, link)).toHaveLength(1);
  expect(await auditRows(service, organization)).toEqual([]);
});
