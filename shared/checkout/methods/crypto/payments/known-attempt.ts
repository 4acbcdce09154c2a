import { inCurrency } from '../../../../ground/money/token-amount.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import { type OpenAttempt, transferSlot } from '../../../attempts/attempt.ts';
import { type Press, pressedOn } from '../../../attempts/transfer-of-view.ts';
import type { Link } from '../../../links/link.ts';
import { type Payment, paymentRef } from '../../../payments/payment.ts';
import { isShort, missingOf } from '../../../payments/short-money.ts';
import { crypto } from '../crypto.ts';
import { type CryptoMethod, cryptoMethodOf, placeOf } from './crypto-method.ts';
import { type ReservedAmount, reservedRef } from './reserved-amount.ts';

/** A browser's last attempt to pay a link by crypto, whose amount is still reserved for it. */
export interface KnownAttempt {
  readonly payment: Payment;
  readonly reservation: ReservedAmount;
}

/** Returns the key under which a browser's attempt is stored. */
export function cryptoSlot(link: Link, browser: string) {
  return transferSlot(crypto.kind, link, browser);
}

/** The payment that a browser's press refers to. At most one of `paid`, `short` and `known` is set. */
export interface Pressed {
  readonly paid?: Payment | undefined;
  /** Part of the payment's money has arrived, and the rest is requested. */
  readonly short?: Payment | undefined;
  /** No money has arrived for the attempt, and its amount is still reserved. */
  readonly known?: KnownAttempt | undefined;
  /**
   * Money has arrived, but the press starts another payment, because its view was created afterwards or asks for one.
   */
  readonly isAnew: boolean;
  /** The payments that older views belong to once another payment has started. */
  readonly earlier: Pick<OpenAttempt, 'paid' | 'left'>;
}

export function pressedAttempt(draft: JournalDraft, link: Link, open: OpenAttempt | undefined, press: Press): Pressed {
  const about = open && pressedOn(open, press);
  const payment = about && draft.lookUp(paymentRef(link.organizationId, about.attemptId));
  if (!payment) return { isAnew: false, earlier: {} };
  const { paymentId: attemptId } = payment;
  const leaves = about.leaves && hasMoney(payment);
  const left = leaves && { left: { attemptId, at: draft.now } };
  const at = paidAt(payment);
  if (at !== undefined) {
    return { paid: payment, isAnew: leaves || at < about.seenAt, earlier: { paid: { attemptId, at }, ...left } };
  }
  if (leaves) return { isAnew: true, earlier: { ...left } };
  if (isShort(payment)) return { short: payment, isAnew: false, earlier: {} };
  return { known: knownAttempt(draft, link, payment), isAnew: false, earlier: {} };
}

/** Returns when a payment was paid, in milliseconds, or undefined if it was not. */
function paidAt({ paidAt: at }: Payment): number | undefined {
  return at === undefined ? undefined : Date.parse(at);
}

/** Returns the attempt of a payment if it matches the current method of the link. */
function knownAttempt(draft: JournalDraft, link: Link, payment: Payment): KnownAttempt | undefined {
  const method = cryptoMethodOf(link);
  if (!method || payment.reserved === undefined) return undefined;
  const reservation = draft.lookUp(reservedRef(placeOf(link.livemode, method), payment.reserved));
  return isReservedFor(reservation, payment) ? { payment, reservation } : undefined;
}

export function isReservedFor(
  reservation: ReservedAmount | undefined,
  { organizationId, paymentId }: Pick<Payment, 'organizationId' | 'paymentId'>,
): reservation is ReservedAmount {
  return reservation?.organizationId === organizationId && reservation.paymentId === paymentId;
}

/** Tells whether any money has arrived for the attempt. */
export function hasMoney({ status, received }: Payment): boolean {
  return status !== 'pending' || received !== undefined;
}

/** Tells whether the amount last requested from the buyer is still the amount that is missing. */
export function asksForMissing(payment: Payment): boolean {
  const { status, reserved, method, currency } = payment;
  if (status !== 'pending' || reserved === undefined) return false;
  return inCurrency(reserved, method.token ?? '', currency) === missingOf(payment);
}

/** Tells whether a link still has the payment address of an earlier reading. */
export function isSameMethod(link: Link, { accountId }: CryptoMethod): boolean {
  return cryptoMethodOf(link)?.accountId === accountId;
}
