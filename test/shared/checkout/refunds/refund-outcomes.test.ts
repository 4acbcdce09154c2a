import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advancePayment } from '../../../../shared/checkout/payments/advance-payment.ts';
import { dueRef } from '../../../../shared/journal/due/due-work.ts';
import { refundScenarios } from '../../../../shared/providers/sandbox/cards/refund-scenarios.ts';
import { expectError, storedItems } from '../../../support/answers.ts';
import { bodyOf, readFeed, settle } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { announced, atAcquirer, paymentOf, refund, type Sold, sold } from './support.ts';

let service: TestService;
let sale: Sold;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
});

beforeEach(async () => {
  service.clock.advance(1);
  sale = await sold(service);
});

const hourMs = 60 * 60 * 1000;
const amountOf = (scenario: string) =>
  `1.${refundScenarios.find((candidate) => candidate.scenario === scenario)?.digits}`;

/** Lets the acquirer be asked for two hours: a sweep looks a few minutes ahead. */
async function finish(): Promise<void> {
  for (const until = service.clock.now + 2 * hourMs; service.clock.now < until; service.clock.advance(5 * 60 * 1000)) {
    await settle(service);
  }
}

/** What a caller is answered at once, and what is announced until nothing more is due. */
const expected: Readonly<Record<string, readonly [answer: number, events: readonly string[], status?: string]>> = {
  succeeded: [200, ['partially_refunded'], 'succeeded'],
  refused: [400, []],
  unclear: [502, ['partially_refunded'], 'succeeded'],
  silent: [500, ['partially_refunded'], 'succeeded'],
  silent_for_an_hour: [500, ['partially_refunded'], 'succeeded'],
  pending_then_succeeded: [200, ['partially_refunded'], 'succeeded'],
  pending_then_failed: [200, ['refund_failed'], 'failed'],
  succeeded_then_failed: [200, ['partially_refunded', 'refund_failed'], 'failed'],
  unclear_then_refused: [502, []],
};

test('every outcome of a refund is played', () => {
  expect(Object.keys(expected).sort()).toEqual(refundScenarios.map(({ scenario }) => scenario).sort());
  expect(new Set(refundScenarios.map(({ digits }) => digits)).size).toBe(refundScenarios.length);
});

describe.each(Object.entries(expected))('a refund that is %s', (scenario, [status, events, end]) => {
  test('comes to its end by itself, once, and is answered so under its key', async () => {
    const amount = amountOf(scenario);
    const first = await refund(service, sale, { amount }, { key: 'one' });
    expect(first.status, first.text).toBe(status);

    await finish();

    expect(await announced(service, sale)).toEqual(['paid', ...events]);
    const payment = await paymentOf(service, sale);
    expect(payment).not.toHaveProperty('refunding');
    expect(payment.refunds.map((one) => one.status)).toEqual(end ? [end] : []);
    const base = BigInt(amount.replace('.', ''));
    expect(payment).toMatchObject({ status: 'paid', refunded: end === 'succeeded' ? base : 0n });
    expect((await atAcquirer(service, sale)).asked).toBe(1);
    const due = await storedItems(service, 'dueWork');
    expect(due.filter(({ organizationId }) => organizationId === sale.of.organizationId)).toEqual([]);
    if (!end) return;
    const again = await refund(service, sale, { amount }, { key: 'one' });
    expect(again.body).toMatchObject({ id: sale.paymentId, refunds: [{ id: payment.refunds[0]?.refundId }] });
    expect(again.status).toBe(200);
    expect((await atAcquirer(service, sale)).asked).toBe(1);
  });
});

describe('while a refund has no outcome', () => {
  test.each([
    ['silent_for_an_hour', 500, 'PAYOUT_OUTCOME_UNKNOWN'],
    ['unclear', 502, 'REFUND_OUTCOME_UNKNOWN'],
  ] as const)('(%s) it is answered so, replays wait, and no other begins', async (scenario, status, type) => {
    const amount = amountOf(scenario);
    const first = await refund(service, sale, { amount }, { key: 'one' });
    expectError(first, type, { status });
    expect(await announced(service, sale)).toEqual(['paid']);
    expect(await paymentOf(service, sale)).toMatchObject({ refunded: 0n, refunds: [], refunding: {} });
    const inProgress = await refund(service, sale, { amount }, { key: 'one' });
    expectError(inProgress, 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS');
    service.clock.advance(60_000);
    expectError(await refund(service, sale, { amount }, { key: 'one' }), 'PAYOUT_OUTCOME_UNKNOWN', {
      status: 409,
      originalRequestId: first.body.requestId,
    });
    expectError(await refund(service, sale, { amount }), 'DUPLICATE_REQUEST_DETECTED');
    expectError(await refund(service, sale, { amount: '2.00' }, { key: 'two' }), 'REFUND_IN_PROGRESS');
    expect((await atAcquirer(service, sale)).asked).toBe(1);

    await finish();

    bodyOf(await refund(service, sale, { amount: '2.00' }, { key: 'two' }));
    expect(await paymentOf(service, sale)).toMatchObject({ refunded: BigInt(amount.replace('.', '')) + 200n });
  });

  test('an acquirer that is silent for an hour is asked until it speaks', async () => {
    await refund(service, sale, { amount: amountOf('silent_for_an_hour') });
    service.clock.advance(hourMs - 1_000);
    await settle(service);
    expect(await paymentOf(service, sale)).toMatchObject({ refunded: 0n });
    await finish();
    expect(await paymentOf(service, sale)).toMatchObject({ refunded: 184n });
  });

  test('and is refused in the end, the key is free and no duplicate is in the way', async () => {
    const amount = amountOf('unclear_then_refused');
    expectError(await refund(service, sale, { amount }, { key: 'one' }), 'REFUND_OUTCOME_UNKNOWN');
    await finish();
    expectError(await refund(service, sale, { amount }, { key: 'two' }), 'REFUND_OUTCOME_UNKNOWN');
    await finish();
    expectError(await refund(service, sale, { amount }, { key: 'one' }), 'REFUND_OUTCOME_UNKNOWN');
  });
});

describe('a pending refund', () => {
  test('reserves its amount, and others may follow it', async () => {
    const body = bodyOf(await refund(service, sale, { amount: '60.85' }));
    expect(body).toMatchObject({ status: 'paid', refundedBase: 0, refunds: [{ status: 'pending', amountBase: 6085 }] });
    expect(await announced(service, sale)).toEqual(['paid']);
    expectError(await refund(service, sale, { amount: '39.16' }), 'REFUND_EXCEEDS_REMAINING');
    expect(bodyOf(await refund(service, sale))).toMatchObject({ status: 'paid', refundedBase: 3915 });

    await finish();

    expect(await paymentOf(service, sale)).toMatchObject({ status: 'refunded', refunded: 100_00n });
    expect(await announced(service, sale)).toEqual(['paid', 'partially_refunded', 'refunded']);
  });

  // The items of a commit become visible one by one.
  test.each([
    ['and all is said of its charge', 20_000],
    ['and more will be', 0],
  ])('is made although the worker saw its work before the payment, %s', async (_what, laterMs) => {
    bodyOf(await refund(service, sale, { amount: '60.85' }));
    const { organizationId } = sale.of;
    service.clock.advance(laterMs);
    let stale = 0;
    const early = service.process(async (call, send) => {
      const output = (await send()) as { Item?: Record<string, unknown> };
      if (call.name !== 'Get' || output.Item?._et !== 'checkoutPayment' || stale++ > 0) return output;
      const { version, refunds } = output.Item as { version: number; refunds: { refundId: string }[] };
      const refunding = { refundId: refunds[0]?.refundId, intentId: 'int_1', amount: '6085' };
      return { ...output, Item: { ...output.Item, version: version - 1, refunds: [], refunding } };
    });
    const work = { kind: 'checkout', organizationId, resourceId: sale.paymentId } as const;
    await advancePayment(early.runtime, { ...work, dueAt: service.clock.now });
    expect(stale).toBeGreaterThan(0);
    expect(await service.runtime.store.get(dueRef(work))).toMatchObject({ dueAt: service.clock.now });
    await finish();
    expect(await paymentOf(service, sale)).toMatchObject({ refunded: 60_85n, refunds: [{ status: 'succeeded' }] });
    expect(await announced(service, sale)).toEqual(['paid', 'partially_refunded']);
  });

  test('that fails gives its amount back', async () => {
    bodyOf(await refund(service, sale, { amount: '60.86' }));
    await finish();
    expect(await announced(service, sale)).toEqual(['paid', 'refund_failed']);
    const [, event] = await readFeed(service, sale.of);
    expect(event.data).toMatchObject({
      status: 'paid',
      refunded: '0.00',
      refund: { status: 'failed', amount: '60.86' },
    });
    expect(bodyOf(await refund(service, sale))).toMatchObject({ status: 'refunded', refundedBase: 10000 });
  });
});

test('a full refund that fails later leaves the payment paid, and it can be refunded again', async () => {
  const whole = await sold(service, { amount: 50_87n });
  expect(bodyOf(await refund(service, whole))).toMatchObject({ status: 'refunded', refundedBase: 5087 });

  await finish();

  expect(await paymentOf(service, whole)).toMatchObject({ status: 'paid', refunded: 0n });
  expect(await announced(service, whole)).toEqual(['paid', 'refunded', 'refund_failed']);
  expect(bodyOf(await refund(service, whole, { amount: '50.00' }))).toMatchObject({ refundedBase: 5000 });
});

describe('a dispute of the sandbox that is lost', () => {
  const dispute = { status: 'lost', contestable: true };

  test.each([
    ['before it was opened', '20.86', 100_16n],
    ['after it was opened', '20.87', 79_29n],
  ])('takes what was left when it was opened: a refund fails %s', async (_when, amount, taken) => {
    const disputed = await sold(service, { amount: 100_16n });
    bodyOf(await refund(service, disputed, { amount }));

    await finish();

    expect(await paymentOf(service, disputed)).toMatchObject({
      status: 'reversed',
      refunded: 0n,
      reversed: taken,
      disputes: [{ ...dispute, taken }],
      refunds: [{ status: 'failed' }],
    });
    expectError(await refund(service, disputed, { amount: '1.00' }), 'REFUND_NOT_ALLOWED');
  });
});
