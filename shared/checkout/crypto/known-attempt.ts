import type { JournalDraft } from '../../journal/commit/draft.ts';
import { browserHash, type OpenAttempt, type openAttemptRead } from '../attempts/attempt.ts';
import type { Link } from '../links/link.ts';
import type { Payment } from '../payments/payment.ts';
import { type CryptoMethod, cryptoMethodOf, placeOf } from './crypto-method.ts';
import { type ReservedAmount, reservedRead } from './reserved-amount.ts';

/** A browser's last attempt to pay a link by crypto, whose amount is still its own. */
export interface KnownAttempt {
  readonly payment: Payment;
  readonly reservation: ReservedAmount;
}

/** Where a browser's attempt is kept: apart from those by card and by bank, because it may try them all. */
export function cryptoSlot({ organizationId, linkId }: Link, browser: string): SlotKey {
  return { organizationId, linkId, browser: browserHash(`crypto ${browser}`) };
}

type SlotKey = Parameters<typeof openAttemptRead>[0];

/**
 * The payment that a view of the link's page is about. A view that was made before the browser paid stays about what was paid then,
 * also when the browser has begun anew since: a double click and the back button ask for no second amount.
 * @param seenAt when the view was made, milliseconds
 */
export function paymentOfView({ attemptId, paid }: OpenAttempt, seenAt: number): string {
  return paid && seenAt <= paid.at ? paid.attemptId : attemptId;
}

/** When a payment was paid, milliseconds; undefined for one that was not. */
export function paidAt({ paidAt: at }: Payment): number | undefined {
  return at === undefined ? undefined : Date.parse(at);
}

/** The attempt that a browser's slot names, as far as it belongs to how the link is paid now. */
export function knownAttempt(draft: JournalDraft, link: Link, payment: Payment | undefined): KnownAttempt | undefined {
  const method = cryptoMethodOf(link);
  if (!method || payment?.reserved === undefined) return undefined;
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

/** Whether two readings of a link are paid at one address. */
export function isSameMethod(link: Link, { accountId }: CryptoMethod): boolean {
  return cryptoMethodOf(link)?.accountId === accountId;
}
