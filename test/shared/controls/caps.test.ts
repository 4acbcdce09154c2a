import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxVelocityPayouts } from '../../../shared/organizations/organization.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { beforeFirst, createFaultyTable, type FaultyTable } from '../../support/faults.ts';
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
} from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { available, headOf, setControls } from '../journal/support.ts';

const day = 24 * 60 * 60_000;
let table: FaultyTable;
let service: TestService;

beforeAll(async () => {
  table = await createFaultyTable();
  service = await TestService.start({}, table);
});

/** A funded organization with caps and somebody to pay. */
async function capped(
  controls: Parameters<typeof setControls>[2],
  payee: { endUserId?: string; outcome?: string } = {},
) {
  const organization = await fundedOrganization(service, '10000.00');
  const recipient = await addRecipient(service, organization, payee);
  await setControls(service.runtime, organization.organizationId, controls);
  return { organization, recipient };
}

function quoteOf(of: TestOrganization, recipient: Answer['body'], amount: string): Promise<Answer> {
  const { destinationAccountId } = recipient.methods[0];
  return service.post(`${pathOf(of)}/quotes/offramp`, of, { amount, destinationAccountId });
}

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
    const { organization, recipient } = await capped({ limits: { single: 50_00n } });
    expectError(await pay(organization, recipient, '50.01'), 'PAYOUT_LIMIT_EXCEEDED', {
      detail: 'above the single payout limit of 50.00 USD: 50.01 USD',
    });
    bodyOf(await pay(organization, recipient, '50.00'));
    bodyOf(await pay(organization, recipient, '50.00'));
    expect(await available(service, organization)).toBe('9900.00');
  });

  test('a day’s payouts may reach their cap, and not pass it by a cent; the next UTC day begins anew', async () => {
    const { organization, recipient } = await capped({ limits: { daily: 100_00n } });
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

  test('an end user’s day is capped by itself: the caller’s, else the recipient’s', async () => {
    const { organization, recipient } = await capped({ limits: { perEndUserDaily: 100_00n } }, { endUserId: 'payee' });
    bodyOf(await pay(organization, recipient, '100.00'));
    expectError(await pay(organization, recipient, '1.00'), 'PAYOUT_LIMIT_EXCEEDED', {
      detail: 'above the per-end-user daily limit of 100.00 USD: 101.00 USD',
    });
    expectError(await pay(organization, recipient, '1.00', 'payee'), 'PAYOUT_LIMIT_EXCEEDED');
    bodyOf(await pay(organization, recipient, '60.00', 'other'));
    expectError(await pay(organization, recipient, '40.01', 'other'), 'PAYOUT_LIMIT_EXCEEDED');
    bodyOf(await pay(organization, recipient, '40.00', 'other'));
    service.clock.advance(day);
    bodyOf(await pay(organization, recipient, '100.00'));
  });

  test('whom nobody names is capped by no end user’s day', async () => {
    const { organization, recipient } = await capped({ limits: { perEndUserDaily: 1_00n } });
    bodyOf(await pay(organization, recipient, '100.00'));
  });

  test('what was sent before the cap of the day was set counts', async () => {
    const { organization, recipient } = await capped({});
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
    const { organization, recipient } = await capped({ limits }, { endUserId: 'payee', outcome });
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
  const { organization, recipient } = await capped({ limits }, { endUserId: 'payee' });
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
      ? { status: 'processing', lookAgainInMs: day }
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

test('many payouts of one end user that fail together give back what each took', async () => {
  const { organization, recipient } = await capped(
    { limits: { daily: 100_00n, perEndUserDaily: 100_00n } },
    { endUserId: 'payee', outcome: 'account_invalid' },
  );
  await Promise.all(
    Array.from({ length: 10 }, () =>
      sendPayout(service, organization, recipient, { amount: '10.00' }).then((answer) => bodyOf(answer)),
    ),
  );
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
    const { organization, recipient } = await capped({ limits }, { endUserId: 'payee' });
    expectError(await quoteOf(organization, recipient, '100.00'), 'PAYOUT_LIMIT_EXCEEDED', { detail });
    bodyOf(await quoteOf(organization, recipient, '99.99'));
  });

  test('what was sent today counts, for the organization and for the recipient’s end user', async () => {
    for (const limits of [{ daily: 100_00n }, { perEndUserDaily: 100_00n }]) {
      const { organization, recipient } = await capped({ limits }, { endUserId: 'payee' });
      bodyOf(await sendPayout(service, organization, recipient, { amount: '60.00' }));
      expectError(await quoteOf(organization, recipient, '40.01'), 'PAYOUT_LIMIT_EXCEEDED');
      bodyOf(await quoteOf(organization, recipient, '40.00'));
      service.clock.advance(day);
      bodyOf(await quoteOf(organization, recipient, '100.00'));
    }
  });

  test('nothing is taken: quotes beside each other may name the same room, and one accept has it', async () => {
    const { organization, recipient } = await capped({ limits: { daily: 100_00n } });
    const quotes = await Promise.all([1, 2].map(() => addQuote(service, organization, recipient)));
    bodyOf(await accept(service, organization, quotes[0]));
    expectError(await accept(service, organization, quotes[1]), 'PAYOUT_LIMIT_EXCEEDED');
  });
});

describe('USE_POST_PAYOUTS', () => {
  test.each([
    ['an approval threshold', { approvals: { threshold: 1_000_00n } }],
    ['a velocity cap', { velocity: { payouts: 5, minutes: 10 } }],
  ])('is what quote and accept answer, at any amount, where there is %s', async (control, controls) => {
    const { organization, recipient } = await capped({});
    const quote = await addQuote(service, organization, recipient);
    await setControls(service.runtime, organization.organizationId, controls);
    const detail = `the organization has ${control}`;
    expectError(await quoteOf(organization, recipient, '1.00'), 'USE_POST_PAYOUTS', { detail });
    expectError(await accept(service, organization, quote), 'USE_POST_PAYOUTS', { detail });
    expect(await available(service, organization)).toBe('10000.00');
    bodyOf(await sendPayout(service, organization, recipient));
    await setControls(service.runtime, organization.organizationId, { approvals: undefined, velocity: undefined });
    bodyOf(await accept(service, organization, quote));
  });
});

describe('a velocity cap', () => {
  test('lets so many payouts through in any so many minutes, to the millisecond', async () => {
    const { organization, recipient } = await capped({ velocity: { payouts: 2, minutes: 10 } });
    const pay = () => sendPayout(service, organization, recipient, { amount: '1.00' });
    bodyOf(await pay());
    service.clock.advance(4 * 60_000);
    bodyOf(await pay());
    const refused = { detail: 'above the velocity cap of 2 payouts in 10 minutes' };
    expectError(await pay(), 'PAYOUT_LIMIT_EXCEEDED', refused);
    service.clock.advance(6 * 60_000 - 1);
    expectError(await pay(), 'PAYOUT_LIMIT_EXCEEDED', refused);
    service.clock.advance(1);
    bodyOf(await pay());
    expectError(await pay(), 'PAYOUT_LIMIT_EXCEEDED', refused);
    service.clock.advance(4 * 60_000);
    bodyOf(await pay());
  });

  test('counts what failed, and not what was refused', async () => {
    const { organization, recipient } = await capped(
      { velocity: { payouts: 2, minutes: 10 } },
      { outcome: 'account_invalid' },
    );
    expectError(await sendPayout(service, organization, recipient, { amount: '20000.00' }), 'INSUFFICIENT_BALANCE');
    bodyOf(await sendPayout(service, organization, recipient, { amount: '1.00' }));
    bodyOf(await sendPayout(service, organization, recipient, { amount: '1.00' }));
    await settle(service);
    expectError(await sendPayout(service, organization, recipient, { amount: '1.00' }), 'PAYOUT_LIMIT_EXCEEDED');
  });

  test('is never larger than the head can keep', async () => {
    const of = await fundedOrganization(service);
    const set = (payouts: number) =>
      setControls(service.runtime, of.organizationId, { velocity: { payouts, minutes: 1 } });
    await set(maxVelocityPayouts);
    await expect(set(maxVelocityPayouts + 1)).rejects.toThrow();
  });
});

describe('a cap that is set between the check at the door and the commit', () => {
  test.each<[string, Parameters<typeof setControls>[2], string]>([
    ['single', { limits: { single: 1_00n } }, 'PAYOUT_LIMIT_EXCEEDED'],
    ['daily', { limits: { daily: 1_00n } }, 'PAYOUT_LIMIT_EXCEEDED'],
    ['per-end-user', { limits: { perEndUserDaily: 1_00n } }, 'PAYOUT_LIMIT_EXCEEDED'],
    ['threshold', { approvals: { threshold: 1_00n } }, 'USE_POST_PAYOUTS'],
    ['velocity', { velocity: { payouts: 1, minutes: 1 } }, 'USE_POST_PAYOUTS'],
  ])('holds an accept: %s', async (_name, controls, type) => {
    const { organization, recipient } = await capped({}, { endUserId: 'payee' });
    const quote = await addQuote(service, organization, recipient);
    const set = () => setControls(service.runtime, organization.organizationId, controls);
    table.intercept(beforeFirst('TransactWrite', set));
    const answer = await accept(service, organization, quote);
    table.intercept(undefined);
    expect(answer.body.type).toBe(type);
    expect(await available(service, organization)).toBe('10000.00');
  });
});

describe('twenty callers at once', { timeout: 60_000 }, () => {
  const room = 7;
  const callers = Array.from({ length: 20 }, () => randomUUID());
  const cap = BigInt(room) * 100_00n;

  test.each<[string, Parameters<typeof setControls>[2], string | undefined]>([
    ['daily cap', { limits: { daily: cap } }, undefined],
    ['per-end-user cap, the end user named', { limits: { perEndUserDaily: cap } }, 'user'],
    ['per-end-user cap, the recipient’s end user', { limits: { perEndUserDaily: cap } }, undefined],
    ['velocity cap', { velocity: { payouts: room, minutes: 5 } }, undefined],
  ])('leave of a %s not one payout over and not one under', async (_name, controls, endUserId) => {
    const { organization, recipient } = await capped(controls, { endUserId: 'payee' });
    const answers = await Promise.all(
      callers.map((reference) =>
        sendPayout(service, organization, recipient, { reference, ...(endUserId && { endUserId }) }),
      ),
    );
    expect(answers.map(({ status, body }) => body.type ?? status).sort()).toEqual([
      ...Array.from({ length: room }, () => 200),
      ...Array.from({ length: callers.length - room }, () => 'PAYOUT_LIMIT_EXCEEDED'),
    ]);
    expect(await available(service, organization)).toBe('9300.00');
    await expectSoundBooks(service, organization);
  });

  test('who accept and pay and whose payouts fail meanwhile stay within the day’s cap', async () => {
    const { organization, recipient } = await capped({ limits: { daily: cap } }, { outcome: 'account_invalid' });
    const quotes = await Promise.all(callers.slice(0, 10).map(() => addQuote(service, organization, recipient)));
    const paid = await Promise.all([
      ...quotes.map((quote) => accept(service, organization, quote)),
      ...callers.slice(0, 10).map((reference) => sendPayout(service, organization, recipient, { reference })),
    ]);
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(room);
    const more = await Promise.all([
      settle(service).then(() => []),
      ...callers.map((reference) => sendPayout(service, organization, recipient, { reference: `again ${reference}` })),
    ]);
    const sent = more.flat().filter(({ status }) => status === 200).length;
    expect(sent).toBeLessThanOrEqual(room);
    await settle(service);
    expect((await headOf(service.runtime, organization.organizationId)).paidToday?.amount).toBe(0n);
    await expectSoundBooks(service, organization);
  });
});
