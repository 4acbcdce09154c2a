import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mostRefunds } from '../../../shared/checkout/refunds/refund-amount.ts';
import { sha256Hex } from '../../../shared/ground/signatures/canonical.ts';
import { DuplicateGuardEntity } from '../../../shared/journal/idempotency/duplicate-guard.ts';
import {
  announced,
  atAcquirer,
  paymentOf,
  refund,
  type Sold,
  sold,
  stored,
} from '../../shared/checkout/refunds/support.ts';
import { suspend } from '../../shared/journal/commit/support.ts';
import { auditRows, expectError, faultsOf } from '../../support/answers.ts';
import { bodyOf, readFeed, settle } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import { TestService } from '../../support/service.ts';
import { suspendedMeanwhile } from '../../support/suspended-meanwhile.ts';

const request = 'Resources and their fields > Refund request';

let service: TestService;
let sale: Sold;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  service.clock.advance(1);
  sale = await sold(service);
});

const at = () => new Date(service.clock.now).toISOString();

describe('a refund', () => {
  test(
    'of everything is answered with the payment, refunded, and announced with the refund',
    quotes({
      'Endpoints > Refund a payment': [
        '`POST C/payments/{paymentId}/refund`.',
        '`reason`, `note`.',
        '200: the payment after the refund, including the refund just made.',
      ],
      'States and transitions > Checkout payment':
        '`paid` | full refund | | refunded | event `checkout_payment.refunded`',
    }),
    async () => {
      const body = bodyOf(await refund(service, sale, { reason: 'duplicate', note: 'paid twice' }));
      const made = {
        id: expect.stringMatching(/^re_[a-z0-9]{25}$/),
        externalId: expect.stringMatching(/^rf_/),
        status: 'succeeded',
        reason: 'duplicate',
        note: 'paid twice',
        createdAt: at(),
        updatedAt: at(),
      };
      expect(body).toMatchObject({
        id: sale.paymentId,
        status: 'refunded',
        amountBase: 100_00,
        refundedBase: 100_00,
        reversedBase: 0,
        decimals: 2,
      });
      expect(body.refunds).toEqual([{ ...made, amountBase: 100_00 }]);
      const [, event] = await readFeed(service, sale.of);
      expect(event).toMatchObject({
        type: 'checkout_payment.refunded',
        data: { id: sale.paymentId, status: 'refunded' },
      });
      expect(event.data).toMatchObject({ amount: '100.00', refunded: '100.00' });
      expect(event.data.refund).toEqual({ ...made, amount: '100.00' });
      expect(event.data.refunds).toEqual([event.data.refund]);
      expect(event).not.toHaveProperty('payoutId');
      expect(await paymentOf(service, sale)).not.toHaveProperty('refunding');
    },
  );

  test(
    'in part leaves the payment paid; the rest is refunded without an amount',
    quotes({
      'Endpoints > Refund a payment': 'Body: `amount` (omit to refund everything still refundable)',
      'States and transitions > Checkout payment':
        '`paid` | partial refund | | still refundable, `refundedBase` moves | event `checkout_payment.partially_refunded`',
      [request]: '`requested_by_customer` is one value)',
    }),
    async () => {
      const reason = 'requested_by_customer';
      expect(bodyOf(await refund(service, sale, { amount: '40.00', reason }))).toMatchObject({
        refunds: [{ reason }],
        status: 'paid',
        refundedBase: 4000,
      });
      expect(bodyOf(await refund(service, sale, { amount: '0.01' }))).toMatchObject({
        status: 'paid',
        refundedBase: 4001,
      });
      const body = bodyOf(await refund(service, sale));
      expect(body).toMatchObject({ status: 'refunded', refundedBase: 10000 });
      expect(body.refunds.map(({ amountBase }: { amountBase: number }) => amountBase)).toEqual([4000, 1, 5999]);
      expect(await announced(service, sale)).toEqual(['paid', 'partially_refunded', 'partially_refunded', 'refunded']);
      const refunds = (await readFeed(service, sale.of)).slice(1).map(({ data }) => data.refund.amount);
      expect(refunds).toEqual(['40.00', '0.01', '59.99']);
      expect(await atAcquirer(service, sale)).toEqual({ asked: 3, amount: 100_00n });
    },
  );

  test(
    'finds the payment by the acquirer’s id, too',
    quotes({
      'Endpoints > Refund a payment': "`paymentId` is the payment `id` (the acquirer's `externalId` is also accepted).",
    }),
    async () => {
      const body = bodyOf(await refund(service, sale, { amount: '1.00' }, { id: sale.externalId }));
      expect(body).toMatchObject({ id: sale.paymentId, externalId: sale.externalId, refundedBase: 100 });
    },
  );

  test.each([
    ['JPY', 5000n, '1200', '1200.5'],
    ['KWD', 50_000n, '1.125', '1.1255'],
  ])(
    'in %s has its places',
    quotes({
      [request]:
        "`amount` (optional decimal string in the payment's currency, no more decimal places than the currency has)",
    }),
    async (currency, amount, text, tooFine) => {
      sale = await sold(service, { amount, currency });
      expect(faultsOf(await refund(service, sale, { amount: tooFine }))).toEqual(['amount: invalid_format']);
      const body = bodyOf(await refund(service, sale, { amount: text }));
      expect(body.refundedBase).toBe(Number(text.replace('.', '')));
    },
  );

  test('gives no fee back', async () => {
    const { fee } = await paymentOf(service, sale);
    await refund(service, sale);
    await settle(service);
    expect((await paymentOf(service, sale)).fee).toBe(fee);
  });

  test('is audited by the payment, with who asked', async () => {
    const owner = await service.member(sale.of.organizationId, 'owner');
    bodyOf(await refund(service, sale, {}, { by: owner }));
    const rows = (await auditRows(service, sale.of)).filter(({ action }) => action === 'checkout_payment.refund');
    expect(rows).toMatchObject([{ outcome: 'succeeded', resourceId: sale.paymentId, actorUserId: owner.userId }]);
  });

  test('sent again under its key answers the same and refunds once', async () => {
    const first = await refund(service, sale, { amount: '10.00' }, { key: 'one' });
    const second = await refund(service, sale, { amount: '10.00' }, { key: 'one' });
    expect(second.text).toBe(first.text);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await atAcquirer(service, sale)).toEqual({ asked: 1, amount: 1000n });
  });

  test(
    'that is the same as another one is a duplicate for 15 minutes, unless duplicates are allowed',
    quotes({
      'Endpoints > Refund a payment':
        '`X-Allow-Duplicate` optional (a second identical refund under a different key within 15 minutes is `DUPLICATE_REQUEST_DETECTED`).',
    }),
    async () => {
      bodyOf(await refund(service, sale, { amount: '10.00' }, { key: 'one' }));
      const again = await refund(service, sale, { amount: '10.00' });
      expectError(again, 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: 'one' });
      bodyOf(await refund(service, sale, { amount: '10.00' }, { allowDuplicate: true }));
      service.clock.advance(15 * 60 * 1000);
      bodyOf(await refund(service, sale, { amount: '10.00' }));
      expect((await paymentOf(service, sale)).refunded).toBe(30_00n);
    },
  );
});

describe('twins are twins', () => {
  const refundedOnce = async () => expect(await atAcquirer(service, sale)).toEqual({ asked: 1, amount: 10_00n });

  test.each([
    ['by the acquirer’s id', { amount: '10.00' }, () => ({ id: sale.externalId })],
    ['in fewer places', { amount: '10' }, () => ({})],
    ['in more bytes', { note: undefined, amount: '10.0' }, () => ({})],
    [
      'with a reason and a note',
      { amount: '10.00', reason: 'fraudulent', note: 'a remark moves no money' },
      () => ({}),
    ],
  ])('however they are written: %s', async (_how, body, options) => {
    bodyOf(await refund(service, sale, { amount: '10.00' }, { key: 'one' }));
    const twin = await refund(service, sale, body, options());
    expectError(twin, 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: 'one' });
    await refundedOnce();
    bodyOf(await refund(service, sale, body, { ...options(), allowDuplicate: true }));
  });

  test('whoever asks: two people, and a person and a key. Only those who could replay the first one hear its key', async () => {
    const { organizationId } = sale.of;
    const people = [await service.member(organizationId, 'owner'), await service.member(organizationId, 'admin')];
    const [owner, admin] = people;
    bodyOf(await refund(service, sale, { amount: '10.00' }, { by: owner, key: 'one' }));
    for (const by of [admin, sale.of]) {
      const twin = await refund(service, sale, { amount: '10.00' }, { by });
      expect(twin.body, twin.text).toMatchObject({
        type: 'DUPLICATE_REQUEST_DETECTED',
        status: 409,
        detail: expect.stringContaining('another person, or an API key'),
      });
      expect(twin.body).not.toHaveProperty('originalIdempotencyKey');
      expect(twin.body.resolution).not.toContain('originalIdempotencyKey');
    }
    const own = await refund(service, sale, { amount: '10.00' }, { by: owner });
    expectError(own, 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: 'one' });
    await refundedOnce();
  });

  test('of another key of the organization, which may replay what any key has asked', async () => {
    bodyOf(await refund(service, sale, { amount: '10.00' }, { key: 'one' }));
    const other = await service.key(sale.of.organizationId, { scopes: ['refunds'] });
    const twin = await refund(service, sale, { amount: '10.00' }, { by: other });
    expectError(twin, 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: 'one' });
    const replayed = await refund(service, sale, { amount: '10.00' }, { by: other, key: 'one' });
    expect(replayed.headers['idempotency-replayed']).toBe('true');
  });

  test('but not of another sum, of another payment, or of all that is left', async () => {
    bodyOf(await refund(service, sale, { amount: '10.00' }));
    bodyOf(await refund(service, sale, { amount: '10.01' }));
    bodyOf(await refund(service, await sold(service, { of: sale.of }), { amount: '10.00' }));
    bodyOf(await refund(service, await sold(service, { of: sale.of })));
    expect(bodyOf(await refund(service, sale))).toMatchObject({ status: 'refunded' });
  });

  test('of one that an earlier release has executed, which guarded the bytes and the person', async () => {
    const { organizationId } = sale.of;
    const owner = await service.member(organizationId, 'owner');
    const path = `/business/api/v1/checkout/organizations/${organizationId}/payments/${sale.paymentId}/refund`;
    const bytes = sha256Hex(JSON.stringify({ amount: '10.00' }));
    const expiresAt = service.clock.now + 60_000;
    const guard = { organizationId, idempotencyKey: 'one', expiresAt, ttl: 4_000_000_000 };
    for (const [by, line] of [
      [sale.of, ''],
      [owner, `\n${owner.userId}`],
    ] as const) {
      await service.runtime.store.put(
        DuplicateGuardEntity,
        { ...guard, hash: sha256Hex(`POST\n${path}\n${bytes}${line}`) },
        {},
      );
      const twin = await refund(service, sale, { amount: '10.00' }, { by });
      expectError(twin, 'DUPLICATE_REQUEST_DETECTED', { originalIdempotencyKey: 'one' });
    }
    expect(await atAcquirer(service, sale)).toEqual({ asked: 0, amount: 0n });
  });
});

test.each([
  ['in lines', 'first\r\nsecond\n\nthird', 'first\r\nsecond\n\nthird'],
  ['with a line break at the end', 'one\n', 'one'],
  ['of 255 characters', 'x'.repeat(255), 'x'.repeat(255)],
  ['that is empty', '', undefined],
  ['of spaces and line breaks', ' \n ', undefined],
])(
  'a note %s is kept as it was written, or is none',
  quotes({ Limits: 'Refund note | at most 255 characters' }),
  async (_what, note, kept) => {
    bodyOf(await refund(service, sale, { amount: '1.00', note }));
    const { refunds } = await paymentOf(service, sale);
    expect(refunds.map((made) => made.note)).toEqual([kept]);
  },
);

describe('a refund is refused, and nothing moves,', () => {
  const nothingMoved = async (of: Sold) => {
    expect(await atAcquirer(service, of)).toEqual({ asked: 0, amount: 0n });
    expect(await paymentOf(service, of)).toMatchObject({ refunded: 0n, refunds: [] });
    expect(await paymentOf(service, of)).not.toHaveProperty('refunding');
  };

  test.each([
    ['amount: invalid_format', { amount: '10.001' }],
    ['amount: invalid_format', { amount: '1e2' }],
    ['amount: invalid_type', { amount: 10 }],
    ['reason: invalid_value', { reason: 'generosity' }],
    ['note: too_big', { note: 'x'.repeat(256) }],
    ['note: invalid_format', { note: 'a\tb' }],
    ['note: invalid_format', { note: 'a\u202eb' }],
    ['paymentId: unrecognized_key', { paymentId: 'pay_1_2' }],
  ])(
    'with %s',
    quotes({
      'Endpoints > Refund a payment': ['400: `VALIDATION_ERROR`', 'Nothing moved on any.'],
      [request]: ['`reason` (enum', '`note` (string, at most 255 characters).'],
      Limits: 'Refund note | at most 255 characters',
    }),
    async (fault, body) => {
      expect(faultsOf(await refund(service, sale, body))).toEqual([fault]);
      await nothingMoved(sale);
    },
  );

  test.each(['0', '0.00', '-1.00'])('for the amount %s, which is not positive', async (amount) => {
    expectError(await refund(service, sale, { amount }), 'BAD_REQUEST');
    await nothingMoved(sale);
  });

  test('for a cent more than is left', async () => {
    expectError(await refund(service, sale, { amount: '100.01' }), 'REFUND_EXCEEDS_REMAINING', {
      detail: '100.00 USD can still be refunded',
    });
    await nothingMoved(sale);
  });

  test('where nothing is left', quotes({ Errors: '`REFUND_NOT_ALLOWED` | 400 | payment not `paid` | -' }), async () => {
    bodyOf(await refund(service, sale));
    expectError(await refund(service, sale, { amount: '1.00' }), 'REFUND_NOT_ALLOWED', {
      detail: 'the payment is refunded',
    });
  });

  test.each(['pending', 'failed', 'charged_back', 'reversed'] as const)(
    'of a payment that is %s',
    quotes({
      Errors: '`REFUND_NOT_ALLOWED` | 400 | payment not `paid` | -',
      'States and transitions > Checkout payment': 'A refund is allowed only on a `paid` payment',
      'Endpoints > Refund a payment': '`REFUND_NOT_ALLOWED`',
    }),
    async (status) => {
      const other = await stored(service, sale.of, { status, externalId: 'ch_other' });
      expectError(await refund(service, other), 'REFUND_NOT_ALLOWED', { detail: `the payment is ${status}` });
      await nothingMoved(other);
    },
  );

  test.each(['bank', 'crypto'] as const)('of a payment by %s', async (kind) => {
    const other = await stored(service, sale.of, { status: 'paid', method: { kind } });
    expectError(await refund(service, other), 'REFUND_NOT_ALLOWED', { detail: 'only card payments can be refunded' });
    await nothingMoved(other);
  });

  test(
    'while a dispute is open, and while the acquirer has not answered about another one',
    quotes({
      'Endpoints > Refund a payment': [
        '`REFUND_DISPUTED`',
        '409 `REFUND_IN_PROGRESS` (one refund in flight per payment)',
      ],
      'States and transitions > Checkout payment': 'with no open dispute.',
    }),
    async () => {
      const dispute = { disputeId: 'dp_1', status: 'open' as const, taken: 100_00n, openedAt: at() };
      const disputed = await stored(service, sale.of, { status: 'paid', externalId: 'ch_1', disputes: [dispute] });
      expectError(await refund(service, disputed), 'REFUND_DISPUTED');
      const refunding = { refundId: 're_1', intentId: 'int_1', amount: 1n };
      const other = await stored(service, sale.of, { status: 'paid', externalId: 'ch_2', refunding });
      expectError(await refund(service, other), 'REFUND_IN_PROGRESS');
    },
  );

  test.each(['inquiry', 'won'] as const)('but not after a dispute that is %s', async (status) => {
    const dispute = { disputeId: 'dp_1', status, taken: 0n, openedAt: at() };
    const { externalId } = sale;
    const other = await stored(service, sale.of, { status: 'paid', externalId, disputes: [dispute] });
    expect(bodyOf(await refund(service, other, { amount: '1.00' }))).toMatchObject({ refundedBase: 100 });
  });

  test('for what pending refunds and disputes have taken', async () => {
    const pending = { refundId: 're_1', status: 'pending' as const, amount: 60_00n, createdAt: at(), updatedAt: at() };
    const refunds = [pending, { ...pending, refundId: 're_2', status: 'failed' as const }];
    const other = await stored(service, sale.of, { status: 'paid', externalId: 'ch_1', refunds, reversed: 10_00n });
    expectError(await refund(service, other, { amount: '30.01' }), 'REFUND_EXCEEDS_REMAINING', {
      detail: '30.00 USD can still be refunded',
    });
  });

  test('where all that is left is reserved', async () => {
    const pending = { refundId: 're_1', status: 'pending' as const, amount: 100_00n, createdAt: at(), updatedAt: at() };
    const other = await stored(service, sale.of, { status: 'paid', externalId: 'ch_1', refunds: [pending] });
    expectError(await refund(service, other), 'REFUND_EXCEEDS_REMAINING', { detail: '0.00 USD can still be refunded' });
  });

  test('after a hundred of them', async () => {
    const small = { status: 'succeeded' as const, amount: 1n, createdAt: at(), updatedAt: at() };
    const refunds = Array.from({ length: mostRefunds }, (_, index) => ({ ...small, refundId: `re_${index}` }));
    const other = await stored(service, sale.of, { status: 'paid', externalId: 'ch_1', refunds, refunded: 100n });
    expectError(await refund(service, other, { amount: '1.00' }), 'BAD_REQUEST');
    expect(await paymentOf(service, other)).not.toHaveProperty('refunding');
  });

  test(
    'without a key, of a key without the scope, of another organization, of a suspended one',
    quotes({
      'Endpoints > Refund a payment': [
        'Key needs the `refunds` scope.',
        '`Idempotency-Key` required',
        '403 `INSUFFICIENT_SCOPE`, `FORBIDDEN`, `ACCOUNT_BLOCKED`',
        '404 no such link or product here.',
      ],
    }),
    async () => {
      const { of } = sale;
      const path = `/checkout/organizations/${of.organizationId}/payments/${sale.paymentId}/refund`;
      expectError(await service.call('POST', path, of, { body: {} }), 'IDEMPOTENCY_KEY_REQUIRED');
      const writer = await service.key(of.organizationId, { scopes: ['read', 'write'] });
      expectError(await refund(service, sale, {}, { by: writer }), 'INSUFFICIENT_SCOPE');
      const operator = await service.member(of.organizationId, 'operator');
      expectError(await refund(service, sale, {}, { by: operator }), 'FORBIDDEN');
      const stranger = await service.organization();
      expectError(await refund(service, sale, {}, { by: stranger }), 'FORBIDDEN');
      for (const id of [sale.paymentId, sale.externalId, 'pay_1_2', 'ch_x']) {
        expectError(await refund(service, { of: stranger, paymentId: id }), 'NOT_FOUND', { detail: 'no such payment' });
      }
      await suspend(service.runtime, of.organizationId);
      expectError(await refund(service, sale), 'ACCOUNT_BLOCKED');
      await nothingMoved(sale);
    },
  );

  test('of an organization that was suspended after the request was let in', async () => {
    const { organizationId } = sale.of;
    expectError(await refund(suspendedMeanwhile(service, organizationId), sale), 'ACCOUNT_BLOCKED');
    await nothingMoved(sale);
  });

  test(
    'where the acquirer refuses: the key is free, and the same request may be sent again',
    quotes({ 'Endpoints > Refund a payment': '`PROVIDER_REJECTED`' }),
    async () => {
      const refused = await refund(service, sale, { amount: '0.81' }, { key: 'one' });
      expectError(refused, 'PROVIDER_REJECTED');
      expect(await paymentOf(service, sale)).toMatchObject({ status: 'paid', refunded: 0n, refunds: [] });
      expect(await paymentOf(service, sale)).not.toHaveProperty('refunding');
      expect(await announced(service, sale)).toEqual(['paid']);
      expectError(await refund(service, sale, { amount: '0.81' }, { key: 'one' }), 'PROVIDER_REJECTED');
      bodyOf(await refund(service, sale, { amount: '0.82' }, { key: 'two' }), 502);
    },
  );
});

test(
  'a live organization refunds before its business is verified, where an acquirer is set up',
  quotes({
    'Endpoints > Refund a payment': '`LIVE_KEY_ORG_NOT_APPROVED`; refunds are not held back by business verification.',
  }),
  async () => {
    const { rails } = service.runtime;
    const live = service.process((_call, send) => send(), { rails: () => rails('sandbox') });
    const of = await live.organization('live');
    const other = await sold(live, { of });
    expect(bodyOf(await refund(live, other, { amount: '5.00' }))).toMatchObject({ refundedBase: 500 });
  },
);
