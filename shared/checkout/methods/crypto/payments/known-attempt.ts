import { inCurrency } from '../../../../ground/money/token-amount.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import { type OpenAttempt, transferSlot } from '../../../attempts/attempt.ts';
import { type Press, pressedOn } from '../../../attempts/transfer-of-view.ts';
import type { Link } from '../../../links/link.ts';
import { type Payment, paymentRead } from '../../../payments/payment.ts';
import { isShort, missingOf } from '../../../payments/short-money.ts';
import { crypto } from '../crypto.ts';
import { type CryptoMethod, cryptoMethodOf, placeOf } from './crypto-method.ts';
import { type ReservedAmount, reservedRead } from './reserved-amount.ts';

/** A browser's last attempt to pay a link by crypto, whose amount is still its own. */
export interface KnownAttempt {
  readonly payment: Payment;
  readonly reservation: ReservedAmount;
}

/** Where a browser's attempt is kept. */
export function cryptoSlot(link: Link, browser: string) {
  return transferSlot(crypto.kind, link, browser);
}

/** What a browser's press is about: at most one of these. */
export interface Pressed {
  readonly paid?: Payment | undefined;
  /** Some of its money came, and the rest is asked for. */
  readonly short?: Payment | undefined;
  /** Nothing came for it, and its amount is still its own. */
  readonly known?: KnownAttempt | undefined;
  /** Money came, and yet the press begins another payment: its view was made afterwards, or asks for one. */
  readonly isAnew: boolean;
  /** What older views are about once another payment has begun. */
  readonly earlier: Pick<OpenAttempt, 'paid' | 'left'>;
}

export function pressedAttempt(draft: JournalDraft, link: Link, open: OpenAttempt | undefined, press: Press): Pressed {
  const about = open && pressedOn(open, press);
  const payment = about && draft.lookUp(paymentRead(link.organizationId, about.attemptId));
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

/** When a payment was paid, milliseconds; undefined for one that was not. */
function paidAt({ paidAt: at }: Payment): number | undefined {
  return at === undefined ? undefined : Date.parse(at);
}

/** An attempt, as far as it belongs to how the link is paid now. */
function knownAttempt(draft: JournalDraft, link: Link, payment: Payment): KnownAttempt | undefined {
  const method = cryptoMethodOf(link);
  if (!method || payment.reserved === undefined) return undefined;
  const reservation = draft.lookUp(reservedRead(placeOf(link.livemode, method), payment.reserved));
  return isReservedFor(reservation, payment) ? { payment, reservation } : undefined;
}

export function isReservedFor(
  reservation: ReservedAmount | undefined,
  { organizationId, paymentId }: Pick<Payment, 'organizationId' | 'paymentId'>,
): reservation is ReservedAmount {
  return reservation?.organizationId === organizationId && reservation.paymentId === paymentId;
}

/** Whether money came for the attempt, if only some of it. */
export function hasMoney({ status, received }: Payment): boolean {
  return status !== 'pending' || received !== undefined;
}

/** Whether what a payment's buyer was last asked to send is still what is missing. */
export function asksForMissing(payment: Payment): boolean {
  const { status, reserved, method, currency } = payment;
  if (status !== 'pending' || reserved === undefined) return false;
  return inCurrency(reserved, method.token ?? '', currency) === missingOf(payment);
}

/** Whether two readings of a link are paid at one address. */
export function isSameMethod(link: Link, { accountId }: CryptoMethod): boolean {
  return cryptoMethodOf(link)?.accountId === accountId;
}
