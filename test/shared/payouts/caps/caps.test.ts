import { beforeAll, describe, expect, test } from 'vitest';
import { EndUserDayEntity } from '../../../../shared/payouts/caps/end-user-day.ts';
import { expectError, storedItems } from '../../../support/answers.ts';
import { FakeRail } from '../../../support/fake-rail.ts';
import {
  accept,
  addQuote,
  addRecipient,
  bodyOf,
  expectSoundBooks,
  fundedOrganization,
  pathOf,
  sendPayout,
  settle,
  type TestOrganization,
} from '../../../support/journey.ts';
import { type Answer, TestService } from '../../../support/service.ts';
import { available, headOf, setControls } from '../../journal/commit/support.ts';
import { capped, quoteOf } from './support.ts';

const day = 24 * 60 * 60_000;
let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

/** The two ways in which money leaves. A quote is taken before the caps are in its way. */
const ways = {
  'POST payouts': (of: TestOrganization, recipient: Answer['body'], amount: string, endUserId?: string) =>
    sendPayout(service, of, recipient, { amount, ...(endUserId && { endUserId }) }),
  accept: async (of: TestOrganization, recipient: Answer['body'], amount: string, endUserId?: string) => {
    const limits = await lift(of);
    const quote = await addQuote(service, of, recipient, { amount });
    await setControls(service.runtime, of.organizationId, limits);
    return accept(service, of, quote, endUserId ? { endUser: { id: endUserId } } : {});
  },
};

async function lift({ organizationId }: TestOrganization) {
  const [stored] = (await storedItems(service, 'organization')).filter(
    (item) => item.organizationId === organizationId,
  );
  const raw = stored?.limits as Record<string, string> | undefined;
  const limits = raw && Object.fromEntries(Object.entries(raw).map(([name, text]) => [name, BigInt(text)]));
  await setControls(service.runtime, organizationId, { limits: undefined });
  return { limits };
}

describe.each(Object.entries(ways))('by %s', (_way, pay) => {
  test('a single payout may reach its cap, and not pass it by a cent', async () => {
    const { organization, recipient } = await capped(service, { limits: { single: 50_00n } });
    expectError(await pay(organization, recipient, '50.01'), 'PAYOUT_LIMIT_EXCEEDED', {
      detail: 'above the single payout limit of 50.00 USD: 50.01 USD',
    });
    bodyOf(await pay(organization, recipient, '50.00'));
    bodyOf(await pay(organization, recipient, '50.00'));
    expect(await available(service, organization)).toBe('9900.00');
  });

  test('a day’s payouts may reach their cap, and not pass it by a cent; the next UTC day begins anew', async () => {
    const { organization, recipient } = await capped(service, { limits: { daily: 100_00n } });
    bodyOf(await pay(organization, recipient, '60.00'));
    expectError(await pay(organization, recipient, '40.01'), 'PAYOUT_LIMIT_EXCEEDED', {
      detail: 'above the daily limit of 100.00 USD: 100.01 USD',
    });
    bodyOf(await pay(organization, recipient, '40.00'));
    service.clock.now = Math.ceil(service.clock.now / day) * day - 1;
    expectError(await pay(organization, recipient, '1.00'), 'PAYOUT_LIMIT_EXCEEDED');
    service.clock.advance(1);
    bodyOf(await pay(organization, recipient, '100.00'));
    await expectSoundBooks(service, organization);
  });

  test('an end user’s day is capped: the caller’s and the recipient’s alike', async () => {
    const { organization, recipient } = await capped(
      service,
      { limits: { perEndUserDaily: 100_00n } },
      { endUserId: 'payee' },
    );
    bodyOf(await pay(organization, recipient, '100.00'));
    expectError(await pay(organization, recipient, '1.00'), 'PAYOUT_LIMIT_EXCEEDED', {
      detail: 'above the per-end-user daily limit of 100.00 USD: 101.00 USD',
    });
    expectError(await pay(organization, recipient, '1.00', 'payee'), 'PAYOUT_LIMIT_EXCEEDED');
    expectError(await pay(organization, recipient, '1.00', 'other'), 'PAYOUT_LIMIT_EXCEEDED');
    const another = await addRecipient(service, organization, { endUserId: 'other', serial: 1 });
    bodyOf(await pay(organization, another, '60.00', 'third'));
    expectError(await pay(organization, another, '40.01', 'fourth'), 'PAYOUT_LIMIT_EXCEEDED');
    bodyOf(await pay(organization, another, '40.00', 'third'));
    service.clock.advance(day);
    bodyOf(await pay(organization, recipient, '100.00'));
  });

  test.each([
    ['with an end user', { endUserId: 'payee' }],
    ['without one', {}],
  ])('one payee, %s, is not paid past the cap under made-up ids', async (_whose, payee) => {
    const { organization, recipient } = await capped(service, { limits: { perEndUserDaily: 50_00n } }, payee);
    const statuses = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await pay(organization, recipient, '40.00', `made-up-${count}`)).status);
    }
    expect(statuses).toEqual([200, 422, 422, 422, 422, 422]);
  });

  test('an end user who is paid through several recipients is one', async () => {
    const { organization, recipient } = await capped(service, { limits: { perEndUserDaily: 50_00n } });
    const another = await addRecipient(service, organization, { serial: 1 });
    bodyOf(await pay(organization, recipient, '40.00', 'ada'));
    expectError(await pay(organization, another, '40.00', 'ada'), 'PAYOUT_LIMIT_EXCEEDED');
  });

  test('ids that look alike are one: compatibility forms and spaces make no other', async () => {
    const { organization, recipient } = await capped(service, { limits: { perEndUserDaily: 50_00n } });
    bodyOf(await pay(organization, recipient, '40.00', 'file1'));
    for (const [index, alike] of [
      '\ufb01le1',
      '\ufb01le\uff11',
      ' file1 ',
      '\u3000file1',
      'fi\ufe0fle1',
      'file1\u3164',
    ].entries()) {
      const another = await addRecipient(service, organization, { serial: index + 1 });
      expectError(await pay(organization, another, '40.00', alike), 'PAYOUT_LIMIT_EXCEEDED');
    }
    const answer = await pay(organization, recipient, '1.00', 'fi\u200ble1');
    expectError(answer, 'VALIDATION_ERROR');
  });

  test('a payout that names no end user, nor pays one, is a VALIDATION_ERROR and changes nothing', async () => {
    const { organization, recipient } = await capped(service, { limits: { perEndUserDaily: 1_00n } });
    expectError(await pay(organization, recipient, '1.00'), 'VALIDATION_ERROR', {
      detail: expect.stringMatching(/^endUser(Id|\.id): is needed/),
    });
    await expectSoundBooks(service, organization);
  });

  test('the sum of an end user is kept until the day after is over, from the first moment of the day to the last', async () => {
    const limits = { perEndUserDaily: 100_00n };
    for (const sinceMidnight of [0, day - 1]) {
      const { organization, recipient } = await capped(service, { limits }, { endUserId: 'payee' });
      const midnight = Math.ceil(service.clock.now / day) * day;
      service.clock.now = midnight + sinceMidnight;
      bodyOf(await pay(organization, recipient, '60.00'));
      const rows = await storedItems(service, EndUserDayEntity.entityName);
      const [row] = rows.filter(({ organizationId }) => organizationId === organization.organizationId);
      expect(Number(row?.ttl) * 1000).toBeGreaterThan(midnight + 2 * day);
      service.clock.now = midnight + day - 1;
      expectError(await pay(organization, recipient, '40.01'), 'PAYOUT_LIMIT_EXCEEDED');
    }
  });

  test('what was sent before the cap of the day was set counts', async () => {
    const { organization, recipient } = await capped(service, {});
    bodyOf(await pay(organization, recipient, '60.00'));
    await setControls(service.runtime, organization.organizationId, { limits: { daily: 100_00n } });
    expectError(await pay(organization, recipient, '40.01'), 'PAYOUT_LIMIT_EXCEEDED');
    bodyOf(await pay(organization, recipient, '40.00'));
  });

  test.each([
    ['account_invalid', true],
    ['compliance_rejected', true],
    ['returned_by_bank', true],
    ['completed', false],
  ])('one that ends %s gives its room back: %s', async (outcome, givesBack) => {
    const limits = { daily: 100_00n, perEndUserDaily: 100_00n };
    const { organization, recipient } = await capped(service, { limits }, { endUserId: 'payee', outcome });
    bodyOf(await pay(organization, recipient, '100.00'));
    expectError(await pay(organization, recipient, '1.00'), 'PAYOUT_LIMIT_EXCEEDED');
    await settle(service);
    const answer = await pay(organization, recipient, '100.00');
    if (givesBack) bodyOf(answer);
    else expectError(answer, 'PAYOUT_LIMIT_EXCEEDED');
    expectError(await pay(organization, recipient, '1.00'), 'PAYOUT_LIMIT_EXCEEDED');
    await expectSoundBooks(service, organization);
  });
});

test('a refused payout takes no room', async () => {
  const limits = { daily: 20_000_00n, perEndUserDaily: 20_000_00n };
  const { organization, recipient } = await capped(service, { limits }, { endUserId: 'payee' });
  const quote = await addQuote(service, organization, recipient, { amount: '9500.00' });
  bodyOf(await sendPayout(service, organization, recipient, { amount: '1000.00' }));
  expectError(await accept(service, organization, quote), 'INSUFFICIENT_BALANCE');
  expectError(await sendPayout(service, organization, recipient, { amount: '9500.00' }), 'INSUFFICIENT_BALANCE');
  await setControls(service.runtime, organization.organizationId, {
    limits: { daily: 10_000_00n, perEndUserDaily: 10_000_00n },
  });
  bodyOf(await sendPayout(service, organization, recipient, { amount: '9000.00' }));
});

test('what failed on a later day gives nothing back to that day', async () => {
  const rail = new FakeRail();
  const stage = await TestService.start({ rails: rail.rails });
  rail.news = ({ acceptedAt }, nowMs) =>
    nowMs < acceptedAt + day
      ? { status: 'processing', recheckInMs: day }
      : { status: 'failed', failureCode: 'account_invalid', fundsReturned: true };
  const of = await fundedOrganization(stage);
  const payee = await addRecipient(stage, of, { endUserId: 'payee' });
  await setControls(stage.runtime, of.organizationId, { limits: { daily: 100_00n, perEndUserDaily: 100_00n } });
  const first = bodyOf(await sendPayout(stage, of, payee));
  stage.clock.advance(60_000);
  await settle(stage);
  stage.clock.advance(day - 30_000);
  bodyOf(await sendPayout(stage, of, payee));
  await settle(stage);
  stage.clock.advance(60_000);
  await settle(stage);
  expect(bodyOf(await stage.get(`${pathOf(of)}/orders/${first.payoutId}`, of)).status).toBe('failed');
  expectError(await sendPayout(stage, of, payee, { amount: '1.00' }), 'PAYOUT_LIMIT_EXCEEDED');
});

test.each<[string, (index: number) => object]>([
  ['one end user', () => ({})],
  ['as many end users', (index) => ({ endUserId: `user-${index}` })],
])('many payouts of %s that are returned together give back what each took', async (_whose, of) => {
  const limits = { daily: 100_00n, perEndUserDaily: 100_00n };
  const { organization, recipient } = await capped(
    service,
    { limits },
    { endUserId: 'payee', outcome: 'returned_by_bank' },
  );
  for (let index = 0; index < 25; index += 1) {
    bodyOf(await sendPayout(service, organization, recipient, { amount: '4.00', ...of(index) }));
  }
  await settle(service);
  expect((await headOf(service.runtime, organization.organizationId)).paidToday?.amount).toBe(0n);
  bodyOf(await sendPayout(service, organization, recipient, { amount: '100.00' }));
  expectError(await sendPayout(service, organization, recipient, { amount: '1.00' }), 'PAYOUT_LIMIT_EXCEEDED');
});

describe('at quote', () => {
  test.each([
    [{ single: 99_99n }, 'above the single payout limit of 99.99 USD: 100.00 USD'],
    [{ daily: 99_99n }, 'above the daily limit of 99.99 USD: 100.00 USD'],
    [{ perEndUserDaily: 99_99n }, 'above the per-end-user daily limit of 99.99 USD: 100.00 USD'],
  ])('%o is PAYOUT_LIMIT_EXCEEDED', async (limits, detail) => {
    const { organization, recipient } = await capped(service, { limits }, { endUserId: 'payee' });
    expectError(await quoteOf(service, organization, recipient, '100.00'), 'PAYOUT_LIMIT_EXCEEDED', { detail });
    bodyOf(await quoteOf(service, organization, recipient, '99.99'));
  });

  test('what was sent today counts, for the organization and for the recipient’s end user', async () => {
    for (const limits of [{ daily: 100_00n }, { perEndUserDaily: 100_00n }]) {
      const { organization, recipient } = await capped(service, { limits }, { endUserId: 'payee' });
      bodyOf(await sendPayout(service, organization, recipient, { amount: '60.00' }));
      expectError(await quoteOf(service, organization, recipient, '40.01'), 'PAYOUT_LIMIT_EXCEEDED');
      bodyOf(await quoteOf(service, organization, recipient, '40.00'));
      service.clock.advance(day);
      bodyOf(await quoteOf(service, organization, recipient, '100.00'));
    }
  });

  test('nothing is taken: quotes beside each other may name the same room, and one accept has it', async () => {
    const { organization, recipient } = await capped(service, { limits: { daily: 100_00n } });
    const quotes = await Promise.all([1, 2].map(() => addQuote(service, organization, recipient)));
    bodyOf(await accept(service, organization, quotes[0]));
    expectError(await accept(service, organization, quotes[1]), 'PAYOUT_LIMIT_EXCEEDED');
  });
});
