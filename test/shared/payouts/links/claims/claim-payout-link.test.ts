import { beforeEach, describe, expect, test } from 'vitest';
import { RecipientEntity } from '../../../../../shared/corridors/recipients/recipient.ts';
import { validationError } from '../../../../../shared/ground/errors/service-error.ts';
import { refTo } from '../../../../../shared/ground/table/expressions.ts';
import { PayoutEntity } from '../../../../../shared/payouts/payout/payout.ts';
import { ScreeningUnavailable } from '../../../../../shared/ports/screening.ts';
import { storedItems } from '../../../../support/answers.ts';
import { FakeRail } from '../../../../support/fake-rail.ts';
import { findingsOf } from '../../../../support/findings-of.ts';
import {
  addRecipient,
  bodyOf,
  deliver,
  pathOf,
  readFeed,
  readLedger,
  recipientBody,
  settle,
} from '../../../../support/journey.ts';
import { TestService } from '../../../../support/service.ts';
import { headOf, resume, setControls, suspend } from '../../../journal/commit/support.ts';
import { type Links, payeeOf, startLinks, typed } from '../support.ts';

let service: TestService;
let rail: FakeRail;
let links: Links;
let verdict: 'clear' | 'refused';
let screened: () => Promise<'clear' | 'refused'>;

beforeEach(async () => {
  rail = new FakeRail();
  verdict = 'clear';
  screened = async () => verdict;
  service = await TestService.start({
    rails: () => ({ ...rail.rails(), screening: { screen: () => screened() } }),
  });
  links = await startLinks(service);
});

const balance = async () => {
  const { available, held } = bodyOf(await service.get(`${pathOf(links.of)}/balance`, links.of));
  return { available, held };
};
const typesOf = async () => (await readFeed(service, links.of)).map(({ type }) => type).slice(1);
const payoutsOf = async () => bodyOf(await service.get(`${pathOf(links.of)}/orders`, links.of)).data;
const browserOn = async (body: object = {}) => payeeOf(service, links, (await links.create(body)).payoutLinkId);

describe('a claim', () => {
  test('makes recipient and payout in one commit, and releases the hold', async () => {
    const given = { reference: 'Invoice 7', endUserId: 'user', metadata: { a: 'b' } };
    const { payoutLinkId } = await links.create(given);
    const payee = payeeOf(service, links, payoutLinkId);
    const priced = await payee.price();
    expect(priced).toMatchObject({ kind: 'priced', name: 'Grace Hopper', until: service.clock.now + 600_000 });
    expect(await typesOf()).toEqual(['payout_link.created']);
    const done = await payee.finish();
    expect(done).toMatchObject({ kind: 'claimed', again: false, payout: { sourceAmount: 100_00n } });
    const [payout] = await payoutsOf();
    expect(payout).toMatchObject({ ...given, payoutLinkId, status: 'pending', sourceAmount: '100.00' });
    const recipient = bodyOf(
      await service.get(`/recipients/${links.of.organizationId}/${payout.recipientId}`, links.of),
    );
    expect(recipient).toMatchObject({ name: 'Grace Hopper', payoutLinkId, endUserId: 'user', status: 'active' });
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'claimed', payoutId: payout.payoutId });
    expect(await balance()).toEqual({ available: '900.00', held: '0.00' });
    expect((await readLedger(service, links.of)).map(({ type, amount }) => `${type} ${amount}`).slice(1)).toEqual([
      'hold -100.00',
      'hold_release 100.00',
      'payout -100.00',
    ]);
    expect(await typesOf()).toEqual(['payout_link.created', 'payout_link.claimed', 'payout.pending']);
    await settle(service);
    expect(await findingsOf(service, links.of)).toEqual([]);
    await expect(links.cancel(payoutLinkId)).rejects.toMatchObject({ type: 'CONFLICT' });
  });

  test('is answered again to its own browser alone', async () => {
    const { payoutLinkId } = await links.create();
    const payee = payeeOf(service, links, payoutLinkId);
    const done = await payee.finish();
    expect(await payee.view()).toMatchObject({ kind: 'claimed' });
    expect(await payee.claim('anything')).toMatchObject({ kind: 'claimed', again: true });
    expect(await payee.price()).toMatchObject({ kind: 'claimed' });
    const other = payeeOf(service, links, payoutLinkId, 'other');
    expect([await other.view(), await other.price(), await other.claim('')]).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'unusable' })),
    );
    expect(done).toMatchObject({ again: false });
    expect(await payoutsOf()).toHaveLength(1);
  });

  test('and another at once pay one of the two, whoever sends them', async () => {
    const { payoutLinkId } = await links.create();
    const [ada, ben] = ['ada', 'ben'].map((browser) => payeeOf(service, links, payoutLinkId, browser));
    const ended = await Promise.all([ada?.finish(), ben?.finish(typed({ name: 'Ben' })), ada?.finish()]);
    const claimed = ended.filter((one) => one?.kind === 'claimed');
    expect(claimed.filter((one) => one && 'again' in one && !one.again)).toHaveLength(1);
    expect(ended.every((one) => one?.kind === 'claimed' || one?.kind === 'unusable')).toBe(true);
    expect(await payoutsOf()).toHaveLength(1);
    expect(await balance()).toEqual({ available: '900.00', held: '0.00' });
  });

  test('and another at once, of another link with the same account, are both paid: one registers the account', async () => {
    const made = [await links.create(), await links.create({ note: 'Another' })];
    const payees = made.map(({ payoutLinkId }) => payeeOf(service, links, payoutLinkId));
    const results = await Promise.all(payees.map((payee) => payee.finish()));
    expect(results).toMatchObject([{ kind: 'claimed' }, { kind: 'claimed' }]);
    expect(await storedItems(service, 'recipient')).toHaveLength(1);
    expect(await findingsOf(service, links.of)).toEqual([]);
  });

  test.each(['cancel', 'expiry'])('and a %s at once: one of them happens', async (rival) => {
    const { payoutLinkId } = await links.create();
    const payee = payeeOf(service, links, payoutLinkId);
    const hint = await links.hint(payoutLinkId);
    service.clock.now = rival === 'expiry' ? hint.dueAt - 1 : service.clock.now;
    const priced = await payee.price();
    const claim = payee.claim(priced.kind === 'priced' ? priced.sealedPrice : '');
    const end = rival === 'cancel' ? links.cancel(payoutLinkId) : Promise.resolve();
    if (rival === 'expiry') service.clock.now = hint.dueAt;
    await Promise.allSettled([claim, end, rival === 'expiry' ? deliver(service, [hint]) : undefined]);
    const { status } = await links.get(payoutLinkId);
    expect(await payoutsOf()).toHaveLength(status === 'claimed' ? 1 : 0);
    expect((await balance()).held).toBe('0.00');
    expect(await findingsOf(service, links.of)).toEqual([]);
  });

  test('names each fault beside its field', async () => {
    const payee = await browserOn();
    expect(await payee.price(typed({ name: ' ', recipientDetails: { iban: 'DE00', nothing: '' } }))).toEqual({
      kind: 'faulty',
      faults: [
        expect.objectContaining({ path: 'name' }),
        expect.objectContaining({ path: 'recipientDetails.iban' }),
        expect.objectContaining({ path: 'recipientDetails.nothing', code: 'unrecognized_key' }),
      ],
    });
    expect(await payee.price(typed({ country: 'FR' }))).toMatchObject({
      kind: 'faulty',
      faults: [{ path: 'country' }],
    });
  });

  test('takes the name that the link gives, whatever is typed', async () => {
    const payee = await browserOn({ payeeName: 'Ada Lovelace' });
    expect(await payee.price(typed({ name: 'Somebody else' }))).toMatchObject({ name: 'Ada Lovelace' });
  });

  test('reuses the recipient that has the account, and changes nothing of it', async () => {
    const { payoutLinkId } = await links.create();
    const known = await addRecipient(service, links.of);
    const { recipientDetails } = recipientBody().method;
    const done = await payeeOf(service, links, payoutLinkId).finish(typed({ recipientDetails }));
    expect(done.kind).toBe('claimed');
    const [payout] = await payoutsOf();
    expect(payout.recipientId).toBe(known.recipientId);
    const stored = await service.runtime.store.get(
      refTo(RecipientEntity, { organizationId: links.of.organizationId, recipientId: known.recipientId }),
    );
    expect(stored?.payoutLinkId).toBeUndefined();
    expect((await storedItems(service, 'recipient')).length).toBe(1);
  });
});

describe('a sealed price', () => {
  test('pays what was shown, although the rail has moved', async () => {
    const payee = await browserOn();
    const priced = await payee.price();
    rail.price = async ({ fee }) => ({ rate: '0.5', fee });
    const done = await payee.claim(priced.kind === 'priced' ? priced.sealedPrice : '');
    expect(done).toMatchObject({
      kind: 'claimed',
      payout: { destinationAmount: priced.kind === 'priced' && priced.price.destinationAmount },
    });
  });

  test('is shown again once it has ended, and for other details, another link, or what somebody made up', async () => {
    const payee = await browserOn();
    const other = await browserOn();
    const sealed = async (by: typeof payee, details = typed()) => {
      const priced = await by.price(details);
      return priced.kind === 'priced' ? priced.sealedPrice : '';
    };
    const own = await sealed(payee);
    const details = typed({ recipientDetails: { iban: 'DE02120300000000202051' } });
    expect(await payee.claim(own, details)).toMatchObject({ kind: 'priced' });
    expect(await payee.claim(own, typed({ name: 'Ben' }))).toMatchObject({ kind: 'priced' });
    expect(await payee.claim(await sealed(other))).toMatchObject({ kind: 'priced' });
    expect(await payee.claim(`${own.slice(0, -2)}AA`)).toMatchObject({ kind: 'priced' });
    expect(await payee.claim('')).toMatchObject({ kind: 'priced' });
    service.clock.advance(600_000);
    expect(await payee.claim(own)).toMatchObject({ kind: 'priced' });
    expect(await payoutsOf()).toEqual([]);
  });
});

describe('a claim that may succeed later', () => {
  test.each([
    ['the organization is suspended', () => suspend(service.runtime, links.of.organizationId), 'ACCOUNT_BLOCKED'],
    ['a cap was lowered', () => control({ limits: { single: 99_99n } }), 'PAYOUT_LIMIT_EXCEEDED'],
    [
      'a threshold was set',
      () => control({ approvals: { threshold: 99_99n, quorum: 1, approvers: [] } }),
      'too_few_voters',
    ],
  ])('leaves the link open and tells its creator once: %s', async (_, change, code) => {
    const { payoutLinkId } = await links.create();
    const payee = payeeOf(service, links, payoutLinkId);
    const priced = await payee.price();
    await change();
    const sealed = priced.kind === 'priced' ? priced.sealedPrice : '';
    expect(await payee.claim(sealed)).toEqual({ kind: 'later', code });
    expect(await payee.finish()).toEqual({ kind: 'later', code });
    const at = new Date(service.clock.now).toISOString();
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'open', waitingFor: { code, at } });
    expect((await storedItems(service, 'mail')).length).toBe(1);
    await resume(service.runtime, links.of.organizationId);
    expect(await balance()).toEqual({ available: '900.00', held: '100.00' });
    await control({ limits: undefined, approvals: undefined });
    expect(await payee.finish()).toMatchObject({ kind: 'claimed' });
    expect((await links.get(payoutLinkId)).waitingFor).toBeUndefined();
    expect(await findingsOf(service, links.of)).toEqual([]);
  });

  const control = (controls: object) => setControls(service.runtime, links.of.organizationId, controls);

  test('is one whose price the hold does not cover: an exact amount is never paid short', async () => {
    const { payoutLinkId } = await links.create({ currency: 'EUR', amountLeg: 'destination', countries: ['DE'] });
    rail.price = async ({ fee }) => ({ rate: '0.5', fee });
    const payee = payeeOf(service, links, payoutLinkId);
    expect(await payee.finish()).toEqual({ kind: 'later', code: 'RATE_DRIFT_EXCEEDED' });
    expect((await links.get(payoutLinkId)).waitingFor?.code).toBe('RATE_DRIFT_EXCEEDED');
    rail.price = async ({ fee }) => ({ rate: '0.91', fee });
    const done = await payee.finish();
    expect(done).toMatchObject({ kind: 'claimed', payout: { destinationAmount: 100_00n } });
    expect(await findingsOf(service, links.of)).toEqual([]);
  });
});

describe('a payee whom screening refuses', () => {
  test('ends the link, gives the hold back, and is kept blocked without the account', async () => {
    const { payoutLinkId } = await links.create();
    const payee = payeeOf(service, links, payoutLinkId);
    verdict = 'refused';
    expect(await payee.finish()).toEqual({ kind: 'unusable' });
    expect(await payee.view()).toEqual({ kind: 'unusable' });
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'canceled', canceledBecause: 'payee_refused' });
    expect(await balance()).toEqual({ available: '1000.00', held: '0.00' });
    expect(await storedItems(service, 'recipient')).toMatchObject([{ status: 'blocked', payoutLinkId }]);
    expect(await storedItems(service, 'recipientLookup')).toEqual([]);
    verdict = 'clear';
    const own = await addRecipient(service, links.of);
    expect(own.status).toBe('active');
    expect(await findingsOf(service, links.of)).toEqual([]);
  });

  test('is refused by name, also where the account is of another recipient', async () => {
    await addRecipient(service, links.of);
    const payee = await browserOn();
    verdict = 'refused';
    expect(await payee.finish()).toEqual({ kind: 'unusable' });
    expect(await payoutsOf()).toEqual([]);
  });
});

describe('a payee whom screening cannot judge', () => {
  test('is told so beside the name, and the link stays open', async () => {
    const { payoutLinkId } = await links.create();
    screened = async () => {
      throw validationError([{ path: 'name', message: 'cannot be compared', code: 'not_comparable' }]);
    };
    expect(await payeeOf(service, links, payoutLinkId).finish()).toMatchObject({
      kind: 'faulty',
      faults: [{ path: 'name' }],
    });
    expect(await links.get(payoutLinkId)).toMatchObject({ status: 'open' });
    expect((await links.get(payoutLinkId)).waitingFor).toBeUndefined();
  });

  test('is asked to come back while the list is not at hand', async () => {
    const { payoutLinkId } = await links.create();
    screened = async () => {
      throw new ScreeningUnavailable('no list');
    };
    expect(await payeeOf(service, links, payoutLinkId).finish()).toMatchObject({ kind: 'later' });
    expect((await links.get(payoutLinkId)).waitingFor?.code).toBe('PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE');
  });
});

describe('what a claim counts', () => {
  test('is the caps, and not a second time what leaves without a vote', async () => {
    const payee = await browserOn();
    const counts = async () => {
      const { amount, unapproved } = (await headOf(service.runtime, links.of.organizationId)).paidToday ?? {};
      return { amount, unapproved };
    };
    expect(await counts()).toEqual({ amount: 0n, unapproved: 100_00n });
    await payee.finish();
    expect(await counts()).toEqual({ amount: 100_00n, unapproved: 100_00n });
    rail.news = () => ({ status: 'failed', failureCode: 'account_invalid', fundsReturned: true });
    await settle(service);
    expect(await counts()).toEqual({ amount: 0n, unapproved: 100_00n });
    expect(await findingsOf(service, links.of)).toEqual([]);
    const payouts = await storedItems(service, PayoutEntity.entityName);
    expect(payouts).toMatchObject([{ status: 'failed' }]);
  });
});
