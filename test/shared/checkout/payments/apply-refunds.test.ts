import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyCharge } from '../../../../shared/checkout/payments/apply-charge.ts';
import type { Payment } from '../../../../shared/checkout/payments/payment.ts';
import { type Refund, recordRefund } from '../../../../shared/checkout/payments/record-refund.ts';
import { paymentTransitions } from '../../../../shared/checkout/payments/transitions.ts';
import { refundable } from '../../../../shared/checkout/refunds/refundable.ts';
import type { ChargeRefund } from '../../../../shared/ports/card-acquirer.ts';
import { at, chargeOf, disputeOf, paymentOf } from './support.ts';

const later = '2026-03-01T13:00:00.000Z';
const paid = paymentOf({ status: 'paid', paidAt: at });

function refundOf(change: Partial<Refund> = {}): Refund {
  const amount = 40_00n;
  return { refundId: 're_1', externalId: 'rf_1', status: 'pending', amount, createdAt: at, updatedAt: at, ...change };
}

function saidOf(change: Partial<ChargeRefund> = {}): ChargeRefund {
  return { refundId: 're_1', externalId: 'rf_1', status: 'succeeded', amount: 40_00n, ...change };
}

function read(payment: Payment, ...refunds: ChargeRefund[]) {
  return applyCharge(payment, chargeOf({ refunds }), later);
}

/** A payment with these refunds, as they were recorded one after the other. */
function withRefunds(...refunds: Refund[]): Payment {
  return refunds.reduce(
    (payment, refund) => recordRefund({ payment, news: [], differences: [] }, refund).payment,
    paid,
  );
}

const typesOf = ({ news }: { readonly news: readonly { readonly type: string }[] }) =>
  news.map(({ type }) => type.replace('checkout_payment.', ''));

describe('a refund that the charge tells of', () => {
  test.each([
    ['pending', 'succeeded', 'paid', 40_00n, ['partially_refunded']],
    ['pending', 'failed', 'paid', 0n, ['refund_failed']],
    ['succeeded', 'failed', 'paid', 0n, ['refund_failed']],
  ] as const)('from %s to %s moves what was refunded, and is announced', (from, to, status, refunded, types) => {
    const applied = read(withRefunds(refundOf({ status: from })), saidOf({ status: to }));
    const refund = refundOf({ status: to, updatedAt: later });
    expect(applied.payment).toMatchObject({ status, refunded, refunds: [refund] });
    expect(typesOf(applied)).toEqual(types);
    expect(applied.news[0]).toMatchObject({ refund, payment: { refunded } });
    expect(applied.differences).toEqual([]);
  });

  test('of all that was left makes the payment refunded, and paid again when it fails', () => {
    const first = refundOf({ refundId: 're_0', externalId: 'rf_0', status: 'succeeded', amount: 60_00n });
    const known = saidOf({ refundId: 're_0', externalId: 'rf_0', amount: 60_00n });
    const whole = read(withRefunds(first, refundOf()), known, saidOf());
    expect(whole.payment).toMatchObject({ status: 'refunded', refunded: 100_00n });
    expect(typesOf(whole)).toEqual(['refunded']);
    const failed = read(whole.payment, known, saidOf({ status: 'failed' }));
    expect(failed.payment).toMatchObject({ status: 'paid', refunded: 60_00n });
    expect(typesOf(failed)).toEqual(['refund_failed']);
  });

  test.each([
    ['succeeded', 'pending'],
    ['failed', 'pending'],
    ['succeeded', 'succeeded'],
  ] as const)('as %s does not go back, nor is it told twice: %s', (stored, said) => {
    const payment = withRefunds(refundOf({ status: stored }));
    expect(read(payment, saidOf({ status: said }))).toEqual({ payment, news: [], differences: [] });
  });

  test('as failed stays so: that it succeeded is a difference', () => {
    const payment = withRefunds(refundOf({ status: 'failed' }));
    const applied = read(payment, saidOf());
    expect(applied.payment).toBe(payment);
    expect(applied.differences).toEqual([
      'the refund re_1 is succeeded with 4000 base units, and was failed with 4000',
    ]);
  });

  test('of another amount changes nothing, and is a difference', () => {
    const payment = withRefunds(refundOf());
    const applied = read(payment, saidOf({ amount: 41_00n }));
    expect(applied.payment).toBe(payment);
    expect(applied.differences).toHaveLength(1);
  });

  test('whose call has no answer yet is left to its intent', () => {
    const payment = { ...paid, refunding: { refundId: 're_1', intentId: 'int_1', amount: 40_00n } };
    expect(read(payment, saidOf()).payment).toBe(payment);
  });

  test('and is missing from a later reading stays', () => {
    const payment = withRefunds(refundOf({ status: 'succeeded' }));
    expect(read(payment).payment).toBe(payment);
  });

  test('in a status of a later release stays as it is, and stays reserved', () => {
    const payment = withRefunds({ ...refundOf(), status: 'requires_action' as never });
    expect(read(payment, saidOf()).payment).toBe(payment);
    expect(refundable(payment)).toBe(60_00n);
  });
});

describe('a refund that was made at the acquirer', () => {
  const foreign = saidOf({ refundId: undefined, externalId: 'rf_9' });

  test('is recorded once and announced', () => {
    const applied = read(paid, foreign);
    const [refund] = applied.payment.refunds;
    expect(refund).toMatchObject({ refundId: expect.stringMatching(/^re_[0-9a-f]{25}$/), externalId: 'rf_9' });
    expect(applied.payment).toMatchObject({ status: 'paid', refunded: 40_00n });
    expect(typesOf(applied)).toEqual(['partially_refunded']);
    expect(read(applied.payment, foreign)).toEqual({ payment: applied.payment, news: [], differences: [] });
    expect(typesOf(read(applied.payment, { ...foreign, status: 'failed' }))).toEqual(['refund_failed']);
  });

  test('and had failed before anybody heard of it moved nothing', () => {
    const applied = read(paid, { ...foreign, status: 'failed' });
    expect(applied.payment).toMatchObject({ refunded: 0n, refunds: [{ status: 'failed' }] });
    expect(applied.news).toEqual([]);
  });

  test('for more than is left never makes it more than the amount, and is a difference', () => {
    const applied = read(withRefunds(refundOf({ status: 'succeeded' })), saidOf(), { ...foreign, amount: 70_00n });
    expect(applied.payment).toMatchObject({ status: 'refunded', refunded: 100_00n });
    expect(applied.differences).toEqual(['11000 base units were refunded and 0 taken by lost disputes, of 10000']);
  });
});

test('a refund that succeeds after a dispute was lost takes from what was reversed, and is a difference', () => {
  const { payment: lost } = applyCharge(
    withRefunds(refundOf()),
    chargeOf({ disputes: [disputeOf({ status: 'lost' })] }),
    later,
  );
  expect(lost).toMatchObject({ status: 'reversed', reversed: 100_00n });
  const applied = read(lost, saidOf());
  expect(applied.payment).toMatchObject({ status: 'reversed', refunded: 40_00n, reversed: 60_00n });
  expect(typesOf(applied)).toEqual(['partially_refunded']);
  expect(applied.differences).toHaveLength(1);
});

const anyRefund = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  isOurs: fc.boolean(),
  status: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
  amount: fc.bigInt({ min: 1n, max: 120_00n }),
});
const anyDispute = fc.record({
  status: fc.constantFrom('inquiry' as const, 'open' as const, 'won' as const, 'lost' as const),
  contestable: fc.boolean(),
  taken: fc.bigInt({ min: 0n, max: 120_00n }),
});
const anyReading = fc.record({
  refunds: fc.array(anyRefund, { maxLength: 4 }),
  disputes: fc.array(anyDispute, { maxLength: 1 }),
});

/** Whether a payment moved from each of these to the next as it may. */
function expectLegal(payments: readonly Payment[]): void {
  for (const [index, { status }] of payments.slice(1).entries()) {
    const from = payments[index]?.status as Payment['status'];
    expect(status === from || paymentTransitions[from].includes(status), `${from} -> ${status}`).toBe(true);
  }
}

test('whatever is read, in whatever order: the sums agree, and statuses move as they may', () => {
  fc.assert(
    fc.property(fc.array(anyReading, { maxLength: 8 }), (readings) => {
      let payment = paid;
      for (const { refunds, disputes } of readings) {
        const said = refunds.map(({ id, isOurs, status, amount }) =>
          saidOf({ refundId: isOurs ? `re_${id}` : undefined, externalId: `rf_${id}`, status, amount }),
        );
        const charge = chargeOf({ refunds: said, disputes: disputes.map((dispute) => disputeOf(dispute)) });
        const { payment: next, news } = applyCharge(payment, charge, later);
        const succeeded = next.refunds.filter(({ status }) => status === 'succeeded');
        const sum = succeeded.reduce((total, { amount }) => total + amount, 0n);
        expect(next.refunded).toBe(sum < next.amount ? sum : next.amount);
        expect(next.refunded + next.reversed <= next.amount).toBe(true);
        if (next.status === 'refunded') expect(next.refunded).toBe(next.amount);
        if (next.status === 'paid') expect(next.refunded).not.toBe(next.amount);
        expectLegal([payment, ...news.map((one) => one.payment), next]);
        payment = next;
      }
    }),
    { numRuns: 500 },
  );
});

test('the same reading again changes nothing and tells nothing', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyRefund, { selector: ({ id }) => id, maxLength: 4 }), (refunds) => {
      const said = refunds.map(({ id, status, amount }) =>
        saidOf({ refundId: `re_${id}`, externalId: `rf_${id}`, status, amount }),
      );
      const once = read(paid, ...said).payment;
      const again = read(once, ...said);
      expect(again.payment).toBe(once);
      expect(again.news).toEqual([]);
    }),
  );
});
