import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { LinkEntity } from '../../../shared/checkout/links/link.ts';
import { mostSimulated } from '../../../shared/checkout/sandbox/simulate-checkout-payment.ts';
import { storedItems } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { lostAnswer } from '../../support/faults.ts';
import { bodyOf, readFeed, settle, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';
import {
  checkoutOf,
  linkEnding,
  linkNow,
  paymentNow,
  paymentsOn,
  simulate,
  simulated,
  storeLink,
} from './payments-support.ts';

let service: TestService;
let of: TestOrganization;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  of = await service.organization();
});

describe('simulating a payment', () => {
  test(
    'of an ordinary amount pays at once, in base units beside decimals',
    quotes({
      'Endpoints > Simulate a payment (sandbox)': [
        '`POST C/links/{linkId}/payments/simulate`.',
        'An ordinary amount is already `paid`.',
        '200: the payment at that instant.',
      ],
      'Resources and their fields': [
        'Checkout payment reads (list payments) give amounts as base units beside `decimals` (base units `15000` with `decimals: 2` means 150.00).',
        "a checkout payment's `fee` is a decimal string.",
      ],
      'Resources and their fields > Event (feed row and webhook body)': 'and absent for `checkout_payment.*`',
    }),
    async () => {
      const link = await storeLink(service, of, { metadata: '{"order":7}', clientReferenceId: 'order 7', tax: 23_95n });
      const payment = await simulated(service, of, link);
      expect(payment).toEqual({
        id: expect.stringMatching(/^pay_[a-z0-9]{25}_[a-z0-9]{25}$/),
        externalId: expect.stringMatching(/^ch_/),
        linkId: link.linkId,
        status: 'paid',
        method: { kind: 'card', brand: 'visa', last4: '4242' },
        amountBase: 15000,
        refundedBase: 0,
        reversedBase: 0,
        taxBase: 2395,
        decimals: 2,
        currency: 'USD',
        fee: '4.35',
        clientReferenceId: 'order 7',
        metadata: { order: 7 },
        buyer: {},
        disputed: false,
        livemode: false,
        createdAt: '2026-03-01T12:00:00.000Z',
        paidAt: '2026-03-01T12:00:00.000Z',
        disputes: [],
        refunds: [],
      });
      expect(await paymentNow(service, of, payment.id)).toEqual(payment);
      expect(await paymentNow(service, of, payment.externalId)).toEqual(payment);
      expect(await paymentsOn(service, of, link)).toEqual([payment]);
      const [event] = (await readFeed(service, of, 'type=checkout_payment.paid')).slice(-1);
      expect(event).toMatchObject({
        livemode: false,
        data: { id: payment.id, amount: '150.00', tax: '23.95', fee: '4.35' },
      });
      expect(event).not.toHaveProperty('payoutId');
    },
  );

  test(
    'has the client reference of the request before the link’s',
    quotes({ 'Endpoints > Simulate a payment (sandbox)': '`clientReferenceId`.' }),
    async () => {
      const link = await storeLink(service, of, { clientReferenceId: 'the link’s' });
      expect(await simulated(service, of, link, { clientReferenceId: 'mine' })).toMatchObject({
        clientReferenceId: 'mine',
      });
    },
  );

  test('is a payment by what the link offers, where it takes no cards', async () => {
    const link = await storeLink(service, of, {
      methods: [{ kind: 'crypto', token: 'USDC', chain: 'base', address: '0x1' }],
    });
    expect(await simulated(service, of, link)).toMatchObject({
      method: { kind: 'crypto', token: 'USDC', chain: 'base' },
    });
  });

  test.each([
    ['JPY', 5_000n, 0, 5000],
    ['KWD', 15_000n, 3, 15000],
    ['USD', 99_999_900n, 2, 99999900],
  ])('counts in the base units of %s', async (currency, total, decimals, amountBase) => {
    const link = await storeLink(service, of, { currency, total });
    expect(await simulated(service, of, link)).toMatchObject({ currency, decimals, amountBase });
  });

  test(
    'under a reference answers the first payment from then on, as it is now, even when the link is paused',
    quotes({ 'Endpoints > Simulate a payment (sandbox)': "Body: `reference` (caller's deduplication key)" }),
    async () => {
      const link = await linkEnding(service, of, '02');
      const first = await simulated(service, of, link, { reference: 'r' });
      expect(first.status).toBe('pending');
      await settle(service);
      await service.runtime.store.put(LinkEntity, { ...(await linkNow(service, link)), status: 'paused' });
      expect(await simulated(service, of, link, { reference: 'r', clientReferenceId: 'other' })).toMatchObject({
        id: first.id,
        status: 'paid',
      });
      expect(await linkNow(service, link)).toMatchObject({ simulated: 1 });
      const other = await linkEnding(service, of, '00');
      expect((await simulated(service, of, other, { reference: 'r' })).id).not.toBe(first.id);
    },
  );

  test('under a reference answers the first payment, however the reference is written', async () => {
    const link = await storeLink(service, of);
    const first = await simulated(service, of, link, { reference: 'Zoe\u0308 1' });
    for (const reference of ['Zoë 1', 'Zoë\u00a01', 'Zoe\u0308 1'])
      expect((await simulated(service, of, link, { reference })).id).toBe(first.id);
    const other = await simulated(service, of, link, { reference: 'zoë 1' });
    expect(other.id).not.toBe(first.id);
    expect(await linkNow(service, link)).toMatchObject({ simulated: 2 });
  });

  test('repeats its answer under the same idempotency key', async () => {
    const link = await storeLink(service, of);
    const idempotencyKey = randomUUID();
    const [first, second] = [
      await simulate(service, of, link, {}, { idempotencyKey }),
      await simulate(service, of, link, {}, { idempotencyKey }),
    ];
    expect(second.body).toEqual(first.body);
    expect(await paymentsOn(service, of, link)).toHaveLength(1);
  });
});

test('simulating a payment takes four calls one after another, whether more is expected of it or not', async () => {
  for (const digits of ['00', '04']) {
    const link = await linkEnding(service, of, digits, { maxPayments: 5 });
    const names: string[] = [];
    const counting = service.process(
      async ({ name }, send) => {
        names.push(name);
        return send();
      },
      { rateLimitOverride: 10_000 },
    );
    await simulated(counting, of, link);
    // Who calls; nonce and rate; the key's claim beside the reads; the commit.
    expect(names.sort()).toEqual(['BatchGet', 'BatchGet', 'Put', 'Put', 'TransactWrite', 'Update']);
  }
});

describe('simulating a payment is refused', () => {
  const past = Date.parse('2026-03-01T11:59:59.000Z');

  test.each([
    ['on a draft', { status: 'draft' }, 'BAD_REQUEST'],
    ['on a draft whose deadline has passed', { status: 'draft', expiresAt: past }, 'LINK_EXPIRED'],
    ['on a paused link', { status: 'paused' }, 'BAD_REQUEST'],
    ['on an expired link', { expiresAt: past }, 'BAD_REQUEST'],
    ['where nothing is offered to pay by', { methods: [] }, 'BAD_REQUEST'],
    ['where every place is taken', { maxPayments: 3, placesTaken: 3 }, 'BAD_REQUEST'],
    ['where so many were simulated', { simulated: mostSimulated }, 'BAD_REQUEST'],
  ] as const)(
    '%s',
    quotes({
      'Endpoints > Simulate a payment (sandbox)':
        '400: `BAD_REQUEST` (link is a draft, paused, expired, or already took the maximum simulated payments), `LINK_EXPIRED`',
    }),
    async (_where, change, type) => {
      const link = await storeLink(service, of, change as never);
      const before = await storedItems(service, 'checkoutPayment');
      const answer = await simulate(service, of, link);
      expect(answer).toMatchObject({ status: 400, body: { type } });
      expect(await storedItems(service, 'checkoutPayment')).toEqual(before);
      expect(await linkNow(service, link)).toEqual(link);
    },
  );

  test(
    'on a link that nobody has, or another organization',
    quotes({ 'Endpoints > Simulate a payment (sandbox)': '404 unknown link.' }),
    async () => {
      const { linkId } = await storeLink(service, await service.organization());
      for (const unknown of [linkId, 'lnk_1', 'x']) {
        expect(await simulate(service, of, { linkId: unknown })).toMatchObject({
          status: 404,
          body: { type: 'NOT_FOUND' },
        });
      }
    },
  );

  test(
    'to a live key',
    quotes({
      'Endpoints > Simulate a payment (sandbox)': 'Test key only (a live key gets 400 `LIVE_MODE_UNSUPPORTED`).',
    }),
    async () => {
      const live = await service.organization('live');
      expect(await simulate(service, live, { linkId: 'lnk_1' })).toMatchObject({
        status: 400,
        body: { type: 'LIVE_MODE_UNSUPPORTED' },
      });
    },
  );

  test(
    'without an idempotency key',
    quotes({ 'Endpoints > Simulate a payment (sandbox)': '`Idempotency-Key` required.' }),
    async () => {
      const { linkId } = await storeLink(service, of);
      const path = `${checkoutOf(of)}/links/${linkId}/payments/simulate`;
      expect(await service.call('POST', path, of, { body: {} })).toMatchObject({
        status: 400,
        body: { type: 'IDEMPOTENCY_KEY_REQUIRED' },
      });
    },
  );

  test.each([
    [{ reference: '' }, 'reference'],
    [{ reference: 'x'.repeat(256) }, 'reference'],
    [{ reference: 'a\u0000b' }, 'reference'],
    [{ clientReferenceId: 7 }, 'clientReferenceId'],
    [{ amount: '1.00' }, 'amount'],
  ])('for %j', quotes({ 'Endpoints > Simulate a payment (sandbox)': '`VALIDATION_ERROR`' }), async (body, path) => {
    const answer = await simulate(service, of, await storeLink(service, of), body);
    expect(answer).toMatchObject({ status: 400, body: { type: 'VALIDATION_ERROR', errors: [{ path }] } });
  });
});

describe('at once', () => {
  test('two simulations under one reference are one payment', async () => {
    const link = await storeLink(service, of);
    const answers = await Promise.all([1, 2, 3, 4].map(() => simulate(service, of, link, { reference: 'same' })));
    const ids = new Set(answers.map((answer) => bodyOf(answer).id));
    expect(ids.size).toBe(1);
    expect(await paymentsOn(service, of, link)).toHaveLength(1);
    expect(await linkNow(service, link)).toMatchObject({ simulated: 1 });
    const announced = await readFeed(service, of, 'type=checkout_payment.paid');
    expect(announced.filter(({ data }) => ids.has(data.id))).toHaveLength(1);
  });

  test('simulations under one reference, written differently, are one payment', async () => {
    const link = await storeLink(service, of);
    const written = ['Zoë', 'Zoe\u0308', 'Zoë\ufe0f', 'Zoe\u0308'];
    const answers = await Promise.all(written.map((reference) => simulate(service, of, link, { reference })));
    expect(new Set(answers.map((answer) => bodyOf(answer).id)).size).toBe(1);
    expect(await paymentsOn(service, of, link)).toHaveLength(1);
  });

  test('a hundred on a link that takes three are three payments', { timeout: 120_000 }, async () => {
    const link = await storeLink(service, of, { maxPayments: 3 });
    const all: Awaited<ReturnType<typeof simulate>>[] = [];
    // What many at once cannot commit in time is a refusal that says so; nobody is told of a payment that is none.
    for (let sent = 0; sent < 100; sent += 20)
      all.push(...(await Promise.all(Array.from({ length: 20 }, () => simulate(service, of, link)))));
    const taken = all.filter(({ status }) => status === 200).map(({ body }) => body.id);
    expect(taken).toHaveLength(3);
    expect(all.filter(({ status }) => status !== 200).every(({ status }) => status === 400)).toBe(true);
    expect((await paymentsOn(service, of, link)).map(({ id }) => id).sort()).toEqual(taken.sort());
    expect(await linkNow(service, link)).toMatchObject({ simulated: 3, placesTaken: 3 });
  });

  test('a pause and a simulation: either the payment came before the pause, or there is none', async () => {
    for (let round = 0; round < 5; round += 1) {
      const link = await storeLink(service, of);
      let isPaused = false;
      const pausing = service.process(
        async ({ name }, send) => {
          if (name === 'TransactWrite' && !isPaused) {
            isPaused = true;
            await service.runtime.store.put(LinkEntity, { ...link, status: 'paused', version: 2 });
          }
          return send();
        },
        { rateLimitOverride: 10_000 },
      );
      expect(await simulate(pausing, of, link)).toMatchObject({ status: 400, body: { type: 'BAD_REQUEST' } });
      expect(await paymentsOn(service, of, link)).toEqual([]);
    }
  });
});

describe('a process that dies', () => {
  test('at any call leaves one payment or none, and the same key answers it', { timeout: 120_000 }, async () => {
    const calls = 8;
    for (let call = 1; call <= calls; call += 1) {
      for (const moment of ['before', 'after'] as const) {
        const link = await linkEnding(service, of, '02', { maxPayments: 1 });
        const idempotencyKey = randomUUID();
        const { intercept, crashed } = crashAt({ call, moment });
        await Promise.race([
          simulate(service.process(intercept, { rateLimitOverride: 10_000 }), of, link, {}, { idempotencyKey }),
          crashed,
        ]);
        service.clock.advance(60_000);
        const payment = bodyOf(await simulate(service, of, link, {}, { idempotencyKey }));
        expect((await paymentsOn(service, of, link)).map(({ id }) => id)).toEqual([payment.id]);
        expect(await linkNow(service, link)).toMatchObject({ simulated: 1, placesTaken: 1 });
      }
    }
  });

  test('whose answer to the commit is lost is answered with the payment', async () => {
    const link = await storeLink(service, of);
    let lost = 0;
    const losing = service.process(async ({ name }, send) => {
      const answer = await send();
      if (name !== 'TransactWrite' || lost > 0) return answer;
      lost += 1;
      throw lostAnswer();
    });
    const payment = await simulated(losing, of, link);
    expect(await paymentsOn(service, of, link)).toEqual([payment]);
  });
});
