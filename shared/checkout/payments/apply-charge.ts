import { isDeepStrictEqual } from 'node:util';
import type { Charge } from '../../ports/card-acquirer.ts';
import { takenOver } from '../methods/methods.ts';
import type { Applied, ApplyPart } from './applied.ts';
import { applyDisputes } from './apply-disputes.ts';
import { applyRefunds } from './apply-refunds.ts';
import type { Payment } from './payment.ts';
import { excessesOf } from './standing.ts';

/**
 * Updates a payment to the state of its charge, as just read from the acquirer (design, states and order of readings).
 * A charge of different money changes nothing. A refund or dispute never moves back, nor from one final state to
 * another. The payment's state follows from the charge alone; only the announcements depend on what was announced
 * before. Applying the same reading again therefore changes and announces nothing.
 * @param at the time of the change, as stored
 * @param mostNews once there are this many changes, there may be more: apply the charge to the returned payment again
 * @returns the given payment itself if nothing is new
 */
export function applyCharge(
  payment: Payment,
  charge: Charge,
  at: string,
  mostNews = Number.POSITIVE_INFINITY,
): Applied {
  const difference = moneyDifference(payment, charge);
  if (difference) return { payment, news: [], differences: [difference] };
  const parts = charge.status === 'paid' ? [applyStatus, applyRefunds, applyDisputes] : [applyStatus, noticeMoved];
  const before: Applied = { payment: withFacts(payment, charge), news: [], differences: [] };
  const applied = parts.reduce((state, apply) => apply(state, charge, at, mostNews), before);
  const differences = [...applied.differences, ...excessesOf(applied.payment)];
  return { ...applied, differences, ...(isDeepStrictEqual(applied.payment, payment) && { payment }) };
}

/**
 * Returns how a charge differs from the one that the payment was recorded for, or undefined if it is the same money.
 */
export function moneyDifference({ externalId, amount, currency }: Payment, charge: Charge): string | undefined {
  if (externalId !== charge.externalId) return `the charge has another id: ${charge.externalId}`;
  if (currency !== charge.currency) return `the charge is in ${charge.currency}, the payment in ${currency}`;
  if (amount !== charge.amount) return `the charge is of ${charge.amount}, the payment of ${amount} base units`;
  return undefined;
}

/** Adds facts that the acquirer learns over time. */
function withFacts(payment: Payment, charge: Charge): Payment {
  const { fee, email, country } = charge;
  const { method } = payment;
  const buyer = { ...payment.buyer, ...(email && { email }), ...(country && { country }) };
  return {
    ...payment,
    ...(fee !== undefined && { fee }),
    method: { ...method, ...takenOver(method.kind, charge) },
    ...(Object.keys(buyer).length > 0 && { buyer }),
  };
}

/** A failed payment can still be paid, late. A paid payment changes only through disputes and refunds. */
const applyStatus: ApplyPart = (applied, { status }, at) => {
  const { payment } = applied;
  const isOpen = payment.status === 'pending' || payment.status === 'failed';
  if (!isOpen && status === 'failed') {
    const difference = `the charge has failed, and the payment is ${payment.status}`;
    return { ...applied, differences: [...applied.differences, difference] };
  }
  if (!isOpen || status === 'pending') return applied;
  if (status === 'failed') return { ...applied, payment: { ...payment, status } };
  const isLate = payment.late || payment.status === 'failed';
  const paid: Payment = { ...payment, status, paidAt: at, ...(isLate && { late: true }) };
  return { ...applied, payment: paid, news: [...applied.news, { type: 'checkout_payment.paid', payment: paid }] };
};

/** Money that was never taken cannot be given back. */
const noticeMoved: ApplyPart = (applied, { status, refunds, disputes }) => {
  if (status !== 'failed' || refunds.length + disputes.length === 0) return applied;
  const difference = `the charge has failed, and has ${refunds.length} refunds and ${disputes.length} disputes`;
  return { ...applied, differences: [...applied.differences, difference] };
};
