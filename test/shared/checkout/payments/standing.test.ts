import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyCharge } from '../../../../shared/checkout/payments/apply-charge.ts';
import type { Payment } from '../../../../shared/checkout/payments/payment.ts';
import { refundable } from '../../../../shared/checkout/refunds/refundable.ts';
import type { Charge, ChargeDispute, ChargeRefund } from '../../../../shared/ports/card-acquirer.ts';
import { chargeOf, disputeOf, paymentOf } from './support.ts';

const later = '2026-03-01T13:00:00.000Z';
const whole: ChargeRefund = { refundId: 're_1', externalId: 'rf_1', status: 'succeeded', amount: 100_00n };
const lost = disputeOf({ status: 'lost' });

/** Reads states of a charge one after the other. @returns the payment, what was announced, and the last differences */
function readAll(charges: readonly Charge[], mostNews?: number) {
  const told: string[] = [];
  let last: Payment | undefined;
  let payment = paymentOf();
  let differences: readonly string[] = [];
  for (const charge of charges) {
    for (let found = Number.POSITIVE_INFINITY; found >= (mostNews ?? 1); ) {
      const applied = applyCharge(payment, charge, later, mostNews);
      ({ payment, differences } = applied);
      found = applied.news.length;
      last = applied.news.at(-1)?.payment ?? last;
      told.push(...applied.news.map(({ type }) => type.replace('checkout_payment.', '')));
    }
  }
  return { payment, told, last, differences };
}

describe('a dispute that was lost about money that had been refunded', () => {
  const refunded = chargeOf({ refunds: [whole] });
  const disputed = chargeOf({ refunds: [whole], disputes: [lost] });
  const undone = chargeOf({ refunds: [{ ...whole, status: 'failed' }], disputes: [lost] });

  test('is remembered when the refund fails later: nothing can be refunded again', () => {
    const { payment, told, differences } = readAll([refunded, disputed, undone]);
    expect(payment).toMatchObject({ status: 'reversed', refunded: 0n, reversed: 100_00n });
    expect(refundable(payment)).toBe(0n);
    expect(told).toEqual(['paid', 'refunded', 'refund_failed', 'reversed']);
    expect(differences).toEqual([]);
  });

  test('and could not be contested makes it charged back', () => {
    const chargeback = { ...undone, disputes: [{ ...lost, contestable: false }] };
    expect(readAll([refunded, disputed, chargeback]).payment).toMatchObject({ status: 'charged_back' });
  });

  test('alarms at each reading as long as both took it', () => {
    expect(readAll([refunded, disputed, disputed]).differences).toEqual([
      'the dispute dp_1 is about a refunded payment',
      '10000 base units were refunded and 10000 taken by lost disputes, of 10000',
    ]);
  });

  test('does not keep a later refund of all of it from making the payment refunded', () => {
    const { payment, told } = readAll([chargeOf({ disputes: [lost] }), disputed]);
    expect(payment).toMatchObject({ status: 'refunded', refunded: 100_00n, reversed: 0n });
    expect(told).toEqual(['paid', 'reversed', 'refunded']);
  });
});

test('a payment is charged back only if nothing that was taken could have been contested', () => {
  const disputes = [
    disputeOf({ disputeId: 'dp_1', status: 'lost', taken: 30_00n, contestable: false }),
    disputeOf({ disputeId: 'dp_2', status: 'lost', taken: 30_00n }),
  ];
  expect(readAll([chargeOf({ disputes: disputes.slice(0, 1) })]).payment.status).toBe('charged_back');
  expect(readAll([chargeOf({ disputes })]).payment.status).toBe('reversed');
});

/** What an acquirer does to a charge, by the number of the dispute or refund that it concerns. */
const anyMove = fc.record({
  what: fc.constantFrom(
    'inquire',
    'dispute',
    'chargeBack',
    'win',
    'lose',
    'refund',
    'refundOutside',
    'succeed',
    'fail',
  ),
  number: fc.integer({ min: 1, max: 3 }),
  amount: fc.bigInt({ min: 1n, max: 150_00n }),
  isPending: fc.boolean(),
});
type Move = typeof anyMove extends fc.Arbitrary<infer Value> ? Value : never;

function moved(charge: Charge, move: Move): Charge {
  const disputes = withMoved(charge.disputes, disputeMoved(charge, move), ({ disputeId }) => disputeId);
  const refunds = withMoved(charge.refunds, refundMoved(charge, move), ({ externalId }) => externalId);
  return { ...charge, disputes, refunds };
}

function withMoved<One>(all: readonly One[], next: One | undefined, idOf: (one: One) => string): One[] {
  if (!next) return [...all];
  const isKnown = all.some((one) => idOf(one) === idOf(next));
  return isKnown ? all.map((one) => (idOf(one) === idOf(next) ? next : one)) : [...all, next];
}

function disputeMoved({ disputes }: Charge, { what, number, amount }: Move): ChargeDispute | undefined {
  const disputeId = `dp_${number}`;
  const known = disputes.find((one) => one.disputeId === disputeId);
  const isFinal = known?.status === 'won' || known?.status === 'lost';
  if (isFinal) return undefined;
  if (!known && what === 'inquire') return disputeOf({ disputeId, status: 'inquiry', taken: 0n });
  if (!known && what === 'chargeBack')
    return disputeOf({ disputeId, status: 'lost', contestable: false, taken: amount });
  if (known?.status !== 'open' && what === 'dispute') return disputeOf({ disputeId, status: 'open', taken: amount });
  if (known && what === 'win') return { ...known, status: 'won', taken: 0n };
  if (known?.status === 'open' && what === 'lose') return { ...known, status: 'lost' };
  return undefined;
}

function refundMoved({ refunds }: Charge, { what, number, amount, isPending }: Move): ChargeRefund | undefined {
  const externalId = `rf_${number}`;
  const known = refunds.find((one) => one.externalId === externalId);
  if (!known && (what === 'refund' || what === 'refundOutside')) {
    const ours = what === 'refund' ? { refundId: `re_${number}` } : {};
    return { ...ours, externalId, status: isPending ? 'pending' : 'succeeded', amount };
  }
  if (known?.status === 'pending' && what === 'succeed') return { ...known, status: 'succeeded' };
  return known && what === 'fail' ? { ...known, status: 'failed' } : undefined;
}

/** What the charge decides. The times, and in which order it was heard of, the readings decide. */
function viewOf(payment: Payment) {
  const { status, refunded, reversed, refunds, disputes } = payment;
  return {
    ...{ status, refunded, reversed, left: refundable(payment) },
    refunds: refunds.map((one) => `${one.refundId} ${one.status} ${one.amount}`).sort(),
    disputes: disputes.map((one) => `${one.disputeId} ${one.status} ${one.taken}`).sort(),
  };
}

test('whatever a charge has been through: read at any moments, in any order, it shows what one reading at the end shows', () => {
  fc.assert(
    fc.property(
      fc.array(anyMove, { maxLength: 14 }),
      fc.array(fc.nat(), { maxLength: 10 }),
      fc.array(fc.nat(), { maxLength: 3 }),
      fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      (moves, before, behind, mostNews) => {
        const states = [chargeOf()];
        for (const move of moves) states.push(moved(states.at(-1) as Charge, move));
        const end = states.at(-1) as Charge;
        const pick = (moments: readonly number[]) => moments.map((moment) => states[moment % states.length] as Charge);
        const read = [...pick(before), end, ...pick(behind)];
        const once = readAll([end]);
        const often = readAll(read, mostNews);
        expect(viewOf(often.payment)).toEqual(viewOf(once.payment));
        const { status, refunded, reversed } = often.payment;
        expect(often.last).toMatchObject({ status, refunded, reversed });
        // One that came late may seem to contradict what is known: that is told, and is gone with the next reading.
        const again = readAll([...read, end], mostNews);
        expect([...again.differences].sort()).toEqual([...once.differences].sort());
        expect(again.told).toEqual(often.told);
      },
    ),
    { numRuns: 3_000 },
  );
});
