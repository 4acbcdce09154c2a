import { inspect } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { readPageToken } from '../../../../shared/contract/page-token.ts';
import { findingsOf } from '../../../support/findings-of.ts';
import { bodyOf, deliver, fundedOrganization, pathOf, readFeed, readLedger, settle } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { headOf, setControls, suspend } from '../../journal/commit/support.ts';
import { type Links, linksOf, startLinks } from './support.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let service: TestService;
let links: Links;

beforeEach(async () => {
  service = await TestService.start();
  links = await startLinks(service);
});

const balance = async () => {
  const { available, held } = bodyOf(await service.get(`${pathOf(links.of)}/balance`, links.of));
  return { available, held };
};
const eventsOf = async () =>
  (await readFeed(service, links.of)).map(({ type }) => type).filter((type) => type !== 'deposit.completed');
const unapproved = async () => (await headOf(service.runtime, links.of.organizationId)).paidToday?.unapproved;

const findings = () => findingsOf(service, links.of);

describe('a payout link', () => {
  test('holds its amount, is told, and shows its address once', async () => {
    const made = await links.create({
      reference: 'Invoice 7',
      note: 'For May',
      payeeName: 'Ada',
      metadata: { a: 'b' },
    });
    const { url, ...shown } = made;
    expect(shown).toMatchObject({
      payoutLinkId: expect.stringMatching(/^pl_/),
      status: 'open',
      amount: '100.00',
      currency: 'USD',
      amountLeg: 'source',
      payeeName: 'Ada',
      reference: 'Invoice 7',
      metadata: { a: 'b' },
      note: 'For May',
      held: { amount: '100.00', currency: 'USD' },
      livemode: false,
      expiresAt: new Date(service.clock.now + 30 * DAY_MS).toISOString(),
    });
    expect(shown.countries).toContain('DE');
    const token = url.slice(url.lastIndexOf('/') + 1);
    expect(readPageToken(token)).toEqual({
      organizationId: links.of.organizationId,
      resourceId: made.payoutLinkId,
    });
    expect(await balance()).toEqual({ available: '900.00', held: '100.00' });
    expect(await links.get(made.payoutLinkId)).toEqual(shown);
    const feed = await readFeed(service, links.of);
    expect(feed.at(-1)).toMatchObject({ type: 'payout_link.created', data: shown });
    expect(inspect([feed, await links.list(), await links.stored(made.payoutLinkId)], { depth: 9 })).not.toContain(
      token,
    );
    expect((await readLedger(service, links.of)).at(-1)).toMatchObject({
      type: 'hold',
      amount: '-100.00',
      payoutLinkId: made.payoutLinkId,
    });
    expect(await findings()).toEqual([]);
  });

  test('holds for an exact amount the price of the dearest country and 5 percent more', async () => {
    const made = await links.create({ amount: '100.00', currency: 'EUR', amountLeg: 'destination', countries: ['DE'] });
    // 100.00 EUR at 0.92 are 108.70 USD; with the fee of 0.50 that is 109.20.
    expect(made).toMatchObject({ countries: ['DE'], held: { amount: '114.66', currency: 'USD' } });
  });

  test('offers every country that can be paid the amount, and no other', async () => {
    const { countries } = await links.create({ amount: '900.00' });
    expect(countries).toEqual(expect.arrayContaining(['BR', 'DE', 'GB', 'IN', 'US']));
    const exact = await links.create({ amount: '1.00', currency: 'GBP', amountLeg: 'destination' });
    expect(exact.countries).toEqual(['GB']);
    await expect(links.create({ amount: '0.10' })).rejects.toMatchObject({ type: 'BAD_REQUEST' });
  });

  test.each([
    ['a leg of another currency', { currency: 'EUR' }, 'BAD_REQUEST', 'USD'],
    ['a currency that nobody pays', { currency: 'JPY', amountLeg: 'destination' }, 'BAD_REQUEST', 'JPY'],
    ['an exact amount that cannot be promised', { currency: 'PHP', amountLeg: 'destination' }, 'BAD_REQUEST', 'PHP'],
    ['a country that no corridor serves', { countries: ['DE', 'FJ'] }, 'BAD_REQUEST', 'FJ'],
    ['an amount outside a named corridor', { amount: '6000.00', countries: ['IN'] }, 'BAD_REQUEST', 'maximum'],
    ['more than there is', { amount: '1000.01' }, 'INSUFFICIENT_BALANCE', ''],
    ['an unknown purpose', { purposeOfPayment: 'nope', countries: ['DE'] }, 'VALIDATION_ERROR', 'purposeOfPayment'],
    ['a life of less than an hour', { expiresAt: '2026-03-01T12:59:59.000Z' }, 'VALIDATION_ERROR', 'expiresAt'],
    ['a life of more than a year', { expiresAt: '2027-03-02T12:00:00.000Z' }, 'VALIDATION_ERROR', 'expiresAt'],
    ['a return address with a user', { returnUrl: 'https://a@b.example/' }, 'VALIDATION_ERROR', 'returnUrl'],
  ])('is refused for %s, and nothing is held', async (_, body, type, named) => {
    const refusal = await links.create(body).catch((error) => error);
    expect(refusal).toMatchObject({ type });
    expect(refusal.message).toContain(named);
    expect(await balance()).toEqual({ available: '1000.00', held: '0.00' });
    expect(await eventsOf()).toEqual([]);
  });

  test('is refused where pages have no public host', async () => {
    const { pagesUrl: _, ...runtime } = service.runtime;
    const elsewhere = linksOf({ ...service, runtime } as unknown as TestService, links.of);
    await expect(elsewhere.create()).rejects.toMatchObject({ type: 'PAYOUT_LINKS_UNAVAILABLE', status: 503 });
    expect(await balance()).toEqual({ available: '1000.00', held: '0.00' });
  });

  test('is refused by caps, by a velocity cap and while suspended', async () => {
    const { organizationId } = links.of;
    await setControls(service.runtime, organizationId, { limits: { daily: 150_00n } });
    await links.create();
    await expect(links.create({ amount: '150.01' })).rejects.toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED' });
    await suspend(service.runtime, organizationId);
    await expect(links.create()).rejects.toMatchObject({ type: 'ACCOUNT_BLOCKED' });
  });

  test('is listed newest first, by status and by reference', async () => {
    const first = await links.create({ reference: 'Müller' });
    service.clock.advance(1);
    const second = await links.create();
    await links.cancel(second.payoutLinkId);
    const idsOf = async (filters: object) => (await links.list(filters)).data.map(({ payoutLinkId }) => payoutLinkId);
    expect(await idsOf({})).toEqual([second.payoutLinkId, first.payoutLinkId]);
    expect(await idsOf({ status: ['canceled'] })).toEqual([second.payoutLinkId]);
    expect(await idsOf({ reference: 'Mu\u0308ller' })).toEqual([first.payoutLinkId]);
    expect(await idsOf({ reference: 'Müller', status: ['canceled'] })).toEqual([]);
    const other = linksOf(service, await fundedOrganization(service));
    expect((await other.list()).data).toEqual([]);
    await expect(other.get(first.payoutLinkId)).rejects.toMatchObject({ type: 'NOT_FOUND' });
    await expect(other.cancel(first.payoutLinkId)).rejects.toMatchObject({ type: 'NOT_FOUND' });
  });
});

describe('a canceled payout link', () => {
  test('gives its hold back once', async () => {
    const { payoutLinkId } = await links.create();
    const canceled = await links.cancel(payoutLinkId);
    expect(canceled).toMatchObject({ status: 'canceled', canceledBecause: 'canceled' });
    expect(await balance()).toEqual({ available: '1000.00', held: '0.00' });
    expect(await links.cancel(payoutLinkId)).toEqual(canceled);
    expect(await balance()).toEqual({ available: '1000.00', held: '0.00' });
    expect(await eventsOf()).toEqual(['payout_link.created', 'payout_link.canceled']);
    service.clock.advance(31 * DAY_MS);
    await settle(service);
    expect(await eventsOf()).toEqual(['payout_link.created', 'payout_link.canceled']);
    expect(await findings()).toEqual([]);
  });
});

describe('an expired payout link', () => {
  test('gives its hold back once, at its time and not before', async () => {
    const { payoutLinkId, expiresAt } = await links.create();
    const hint = await links.hint(payoutLinkId);
    expect(hint.dueAt).toBe(Date.parse(expiresAt));
    service.clock.now = hint.dueAt - 1;
    await deliver(service, [{ ...hint, dueAt: 0 }]);
    expect((await links.get(payoutLinkId)).status).toBe('open');
    service.clock.now = hint.dueAt;
    await Promise.all([deliver(service, [hint]), deliver(service, [hint])]);
    await deliver(service, [hint]);
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'expired' });
    expect(await links.cancel(payoutLinkId)).toMatchObject({ status: 'expired' });
    expect(await balance()).toEqual({ available: '1000.00', held: '0.00' });
    expect(await eventsOf()).toEqual(['payout_link.created', 'payout_link.expired']);
    expect(await findings()).toEqual([]);
  });

  test('and canceled at the same time ends one way', async () => {
    const { payoutLinkId } = await links.create();
    const hint = await links.hint(payoutLinkId);
    service.clock.now = hint.dueAt;
    await Promise.allSettled([links.cancel(payoutLinkId), deliver(service, [hint]), links.cancel(payoutLinkId)]);
    expect((await eventsOf()).length).toBe(2);
    expect(await balance()).toEqual({ available: '1000.00', held: '0.00' });
    expect(await findings()).toEqual([]);
  });
});

describe('what leaves without a vote', () => {
  test('includes what links hold, until they end unpaid on the day on which they were made', async () => {
    const { payoutLinkId } = await links.create();
    const kept = await links.create({ amount: '50.00' });
    expect(await unapproved()).toBe(150_00n);
    await links.cancel(payoutLinkId);
    expect(await unapproved()).toBe(50_00n);
    expect(await findings()).toEqual([]);
    service.clock.advance(DAY_MS);
    await links.create({ amount: '10.00' });
    expect(await unapproved()).toBe(10_00n);
    await links.cancel(kept.payoutLinkId);
    expect(await unapproved()).toBe(10_00n);
    expect(await findings()).toEqual([]);
    service.clock.advance(3 * DAY_MS);
    await links.create({ amount: '7.00' });
    expect(await unapproved()).toBe(7_00n);
    expect(await findings()).toEqual([]);
  });
});
