import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PaymentNews } from '../../../../shared/checkout/payments/applied.ts';
import { applyCharge } from '../../../../shared/checkout/payments/apply-charge.ts';
import { type Payment, paymentStatuses } from '../../../../shared/checkout/payments/payment.ts';
import { presentPaymentEvent } from '../../../../shared/checkout/payments/present-payment.ts';
import { paymentTransitions } from '../../../../shared/checkout/payments/transitions.ts';
import type { Charge, ChargeDispute } from '../../../../shared/ports/card-acquirer.ts';
import { at, chargeOf, disputeOf, paymentOf, refundedOf } from './support.ts';

const later = '2026-03-01T13:00:00.000Z';
const paid = paymentOf({ status: 'paid', paidAt: at });
const typesOf = (news: readonly { readonly type: string }[]) => news.map(({ type }) => type);

describe('a charge that is read back', () => {
  test('as paid makes a pending payment paid, with what is known of the card, and announces it once', () => {
    const charge = chargeOf({ fee: 290n, brand: 'visa', last4: '4242', email: 'a@example.com', country: 'DE' });
    const { payment, news } = applyCharge(paymentOf(), charge, later);
    expect(payment).toEqual({
      ...paymentOf({ status: 'paid', paidAt: later, fee: 290n }),
      method: { kind: 'card', brand: 'visa', last4: '4242' },
      buyer: { email: 'a@example.com', country: 'DE' },
    });
    expect(typesOf(news)).toEqual(['checkout_payment.paid']);
    expect(news[0] && presentPaymentEvent(news[0].payment)).toMatchObject({ status: 'paid', fee: '2.90' });
  });

  test('as failed makes a pending payment failed, and announces nothing', () => {
    expect(applyCharge(paymentOf(), chargeOf({ status: 'failed' }), later)).toEqual({
      payment: paymentOf({ status: 'failed' }),
      news: [],
      differences: [],
    });
  });

  test('as paid after it had failed is late money, which is announced', () => {
    const { payment, news } = applyCharge(paymentOf({ status: 'failed' }), chargeOf(), later);
    expect(payment).toMatchObject({ status: 'paid', late: true, paidAt: later });
    expect(typesOf(news)).toEqual(['checkout_payment.paid']);
  });

  test.each([
    ['amount', { amount: 99_99n }, 'the charge is of 9999, the payment of 10000 base units'],
    ['currency', { currency: 'EUR' }, 'the charge is in EUR, the payment in USD'],
    ['id', { externalId: 'ch_2' }, 'the charge has another id: ch_2'],
  ])('with another %s changes nothing, and is a difference', (_what, change, difference) => {
    const payment = paymentOf();
    const applied = applyCharge(payment, chargeOf(change), later);
    expect(applied).toEqual({ payment, news: [], differences: [difference] });
    expect(applied.payment).toBe(payment);
  });

  test.each(['paid', 'refunded', 'charged_back', 'reversed'] as const)('as pending leaves %s as it is', (status) => {
    const payment = paymentOf({ status });
    expect(applyCharge(payment, chargeOf({ status: 'pending', disputes: [disputeOf()] }), later)).toEqual({
      payment,
      news: [],
      differences: [],
    });
  });

  test('as failed after it was paid is a difference, and takes nothing back', () => {
    const { payment, differences } = applyCharge(paid, chargeOf({ status: 'failed' }), later);
    expect(payment).toBe(paid);
    expect(differences).toEqual(['the charge has failed, and the payment is paid']);
  });

  test('with a fee that is known only now keeps it, unannounced', () => {
    const { payment, news } = applyCharge(paid, chargeOf({ fee: 290n }), later);
    expect(payment).toEqual({ ...paid, fee: 290n });
    expect(news).toEqual([]);
  });

  test('shows its card on payments by card alone', () => {
    const bank = paymentOf({ method: { kind: 'bank' } });
    expect(applyCharge(bank, chargeOf({ brand: 'visa' }), later).payment.method).toEqual({ kind: 'bank' });
  });
});

describe('a dispute', () => {
  const read = (payment: Payment, ...disputes: ChargeDispute[]) => applyCharge(payment, chargeOf({ disputes }), later);

  test('that is open is not announced', () => {
    const { payment, news, differences } = read(paid, disputeOf());
    expect(payment).toMatchObject({ status: 'paid', reversed: 0n });
    const known = { disputeId: 'dp_1', status: 'open', taken: 100_00n, contestable: true, openedAt: later };
    expect(payment.disputes).toEqual([known]);
    expect(presentPaymentEvent(payment).disputes).toEqual([
      { id: 'dp_1', status: 'open', taken: '100.00', openedAt: later },
    ]);
    expect([news, differences]).toEqual([[], []]);
  });

  test('that is won leaves the payment refundable', () => {
    const open = read(paid, disputeOf()).payment;
    const { payment, news } = read(open, disputeOf({ status: 'won', taken: 0n }));
    expect(payment).toMatchObject({ status: 'paid', reversed: 0n });
    expect(payment.disputes).toMatchObject([{ status: 'won', taken: 0n, closedAt: later }]);
    expect(news).toEqual([]);
  });

  test('that is lost reverses the payment, and is announced', () => {
    const { payment, news, differences } = read(read(paid, disputeOf()).payment, disputeOf({ status: 'lost' }));
    expect(payment).toMatchObject({ status: 'reversed', reversed: 100_00n });
    expect(typesOf(news)).toEqual(['checkout_payment.reversed']);
    expect(differences).toEqual([]);
  });

  test('that could not be contested is a chargeback', () => {
    const { payment, news } = read(paid, disputeOf({ status: 'lost', contestable: false }));
    expect(payment).toMatchObject({ status: 'charged_back', reversed: 100_00n });
    expect(typesOf(news)).toEqual(['checkout_payment.reversed']);
  });

  test('is none while it is an inquiry, and becomes one', () => {
    const inquiry = read(paid, disputeOf({ status: 'inquiry', taken: 0n })).payment;
    expect(presentPaymentEvent(inquiry).disputed).toBe(false);
    expect(presentPaymentEvent(read(inquiry, disputeOf()).payment).disputed).toBe(true);
  });

  test('reverses only what was not refunded: that it took more is a difference', () => {
    const { payment, differences } = read(refundedOf(30_00n), disputeOf({ status: 'lost' }));
    expect(payment).toMatchObject({ status: 'reversed', refunded: 30_00n, reversed: 70_00n });
    expect(payment.disputes).toMatchObject([{ taken: 100_00n }]);
    expect(differences).toEqual(['3000 base units were refunded and 10000 taken by lost disputes, of 10000']);
  });

  test.each(['open', 'lost'] as const)(
    'about a refunded payment changes no status, and is a difference: %s',
    (status) => {
      const { payment, news, differences } = read(refundedOf(100_00n), disputeOf({ status }));
      expect(payment).toMatchObject({ status: 'refunded', reversed: 0n, disputes: [{ status }] });
      expect(news).toEqual([]);
      expect(differences).toContain('the dispute dp_1 is about a refunded payment');
    },
  );

  test.each([
    ['open', 'inquiry'],
    ['lost', 'open'],
    ['won', 'open'],
  ] as const)('that is %s does not go back to %s', (status, older) => {
    const known = read(paid, disputeOf({ status })).payment;
    expect(read(known, disputeOf({ status: older }))).toEqual({ payment: known, news: [], differences: [] });
  });

  test('that took more, or less, than it had at first is followed and announced', () => {
    const first = read(paid, disputeOf({ status: 'lost', taken: 40_00n })).payment;
    const more = read(first, disputeOf({ status: 'lost', taken: 90_00n }));
    expect(more).toMatchObject({ payment: { status: 'reversed', reversed: 90_00n }, differences: [] });
    expect(typesOf(more.news)).toEqual(['checkout_payment.reversed']);
    const less = read(more.payment, disputeOf({ status: 'lost', taken: 0n }));
    expect(less).toMatchObject({ payment: { status: 'paid', reversed: 0n }, differences: [] });
    expect(typesOf(less.news)).toEqual(['checkout_payment.reversed']);
  });

  test('of an earlier release is known to be contestable from the next reading on', () => {
    const disputes = [{ disputeId: 'dp_1', status: 'lost' as const, taken: 100_00n, openedAt: at, closedAt: at }];
    const known = paymentOf({ status: 'charged_back', reversed: 100_00n, disputes });
    const { payment, news } = read(known, disputeOf({ status: 'lost', contestable: false }));
    expect(payment).toEqual({ ...known, disputes: [{ ...disputes[0], contestable: false }] });
    expect(news).toEqual([]);
  });

  test('that was won stays won: that it is lost is a difference', () => {
    const won = read(paid, disputeOf({ status: 'won', taken: 0n })).payment;
    const { payment, news, differences } = read(won, disputeOf({ status: 'lost' }));
    expect(payment).toBe(won);
    expect(news).toEqual([]);
    expect(differences).toHaveLength(1);
  });

  test('in a state that only a later release knows is left alone', () => {
    const disputes = [{ disputeId: 'dp_1', status: 'appealed' as never, taken: 5n, openedAt: at }];
    const known = { ...paid, disputes };
    expect(read(known, disputeOf({ status: 'lost' })).payment).toBe(known);
  });

  test('beside another takes no more than is left, and each that took something is announced', () => {
    const first = disputeOf({ status: 'lost', taken: 60_00n });
    const second = disputeOf({ disputeId: 'dp_2', status: 'lost', contestable: false, taken: 60_00n });
    const { payment, news, differences } = read(paid, first, second);
    expect(payment).toMatchObject({ status: 'reversed', reversed: 100_00n });
    expect(typesOf(news)).toEqual(['checkout_payment.reversed', 'checkout_payment.reversed']);
    expect(differences).toHaveLength(1);
  });
});

describe('refunds', () => {
  const refunds = [1, 2, 3].map((n) => ({ externalId: `rf_${n}`, status: 'succeeded' as const, amount: 10_00n }));
  const disputes = [disputeOf({ status: 'lost', taken: 70_00n })];

  test('are applied before disputes, and only where the charge is paid', () => {
    expect(applyCharge(paid, chargeOf({ refunds, disputes }), later)).toMatchObject({
      payment: { refunded: 30_00n, reversed: 70_00n },
      differences: [],
    });
    expect(applyCharge(paymentOf(), chargeOf({ status: 'pending', refunds }), later).payment.refunded).toBe(0n);
  });

  test.each([1, 2, 3, 4, 5, 6])('and disputes, at most %i pieces of news at a time, end as all at once', (most) => {
    const charge = chargeOf({ refunds, disputes });
    const all = applyCharge(paymentOf(), charge, later);
    let payment = paymentOf();
    const told: PaymentNews[] = [];
    for (let found = most; found >= most; ) {
      const applied = applyCharge(payment, charge, later, most);
      ({ payment } = applied);
      told.push(...applied.news);
      found = applied.news.length;
      expect(found).toBeLessThanOrEqual(most);
    }
    expect(payment).toEqual(all.payment);
    expect(told).toEqual(all.news);
  });
});

const anyDispute: fc.Arbitrary<ChargeDispute> = fc.record({
  disputeId: fc.constantFrom('dp_1', 'dp_2', 'dp_3'),
  status: fc.constantFrom('inquiry', 'open', 'won', 'lost'),
  contestable: fc.boolean(),
  taken: fc.bigInt({ min: 0n, max: 150_00n }),
});

const anyCharge: fc.Arbitrary<Charge> = fc.record({
  externalId: fc.constantFrom('ch_1', 'ch_1', 'ch_1', 'ch_2'),
  status: fc.constantFrom('pending', 'paid', 'paid', 'failed'),
  amount: fc.constantFrom(100_00n, 100_00n, 100_00n, 99_00n),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
  fee: fc.option(fc.bigInt({ min: 0n, max: 500n }), { nil: undefined }),
  disputes: fc.uniqueArray(anyDispute, { selector: ({ disputeId }) => disputeId, maxLength: 3 }),
  refunds: fc.constant([]),
});

const anyPayment: fc.Arbitrary<Payment> = fc
  .record({ status: fc.constantFrom(...paymentStatuses), refunded: fc.bigInt({ min: 0n, max: 100_00n }) })
  .map(({ status, refunded }) => {
    if (status === 'pending' || status === 'failed') return paymentOf({ status });
    if (status === 'refunded') return refundedOf(100_00n);
    if (status === 'paid') return refundedOf(refunded === 100_00n ? 0n : refunded);
    const contestable = status === 'reversed';
    const lost = disputeOf({ disputeId: 'dp_9', status: 'lost', contestable });
    return paymentOf({ status, reversed: 100_00n, disputes: [{ ...lost, openedAt: at }] });
  });

test('whatever is read, in whatever order: legal transitions, never more than the amount, and a replay is nothing', () => {
  fc.assert(
    fc.property(anyPayment, fc.array(anyCharge, { maxLength: 12 }), (first, charges) => {
      charges.reduce((before, charge) => {
        const { payment, news } = applyCharge(before, charge, later);
        if (payment.status !== before.status && !(before.status === 'pending' || before.status === 'failed'))
          expect(paymentTransitions[before.status]).toContain(payment.status);
        const path = [before, ...news.map((one) => one.payment), payment].map(({ status }) => status);
        for (const [index, to] of path.slice(1).entries())
          if (path[index] !== to) expect(paymentTransitions[path[index] as Payment['status']]).toContain(to);
        expect(payment.refunded + payment.reversed <= payment.amount).toBe(true);
        expect(payment.refunded).toBe(before.refunded);
        const again = applyCharge(payment, charge, '2027-01-01T00:00:00.000Z');
        expect(again.payment).toBe(payment);
        expect(again.news).toEqual([]);
        return payment;
      }, first);
    }),
    { numRuns: 2_000 },
  );
});
