import { inToken } from '../../../../ground/money/token-amount.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import { replaceWork } from '../../../../journal/due/due-work.ts';
import type { ChainHead } from '../../../../ports/token-chain.ts';
import type { Link } from '../../../links/link.ts';
import { recordPayment } from '../../../payments/listed/recorded-payment.ts';
import { pendingPayment } from '../../../payments/new-payment.ts';
import { type Payment, PaymentEntity } from '../../../payments/payment.ts';
import { missingOf } from '../../../payments/short-money.ts';
import { crypto } from '../crypto.ts';
import {
  type AddressWatch,
  AddressWatchEntity,
  countOpened,
  isReadOften,
  oftenMs,
  watchRef,
  watchWork,
} from './address-watch.ts';
import { type CryptoMethod, placeOf } from './crypto-method.ts';
import { type ReservedAmount, ReservedAmountEntity, reservedRef, reservedUntil } from './reserved-amount.ts';

/** What is needed to start an attempt. */
export interface Beginning {
  readonly method: CryptoMethod;
  readonly head: ChainHead;
  /** Random offsets above the amount due, in minor units of the token. */
  readonly offsets: readonly bigint[];
}

export interface Reserved {
  readonly payment: Payment;
  readonly reservation: ReservedAmount;
}

/**
 * Opens a `pending` payment with the first of the drawn amounts that is free, and makes sure that its address is read.
 * The payment takes no place on the link and emits no event, because no money has moved.
 * @param suffix the end of the payment's id (`Ids.suffix`)
 * @returns `busy` if none is free, or too many attempts are open at the address
 */
export function reserveAmount(
  draft: JournalDraft,
  link: Link,
  beginning: Beginning,
  suffix: string,
): Reserved | 'busy' {
  const { token, chain } = beginning.method;
  const paidBy = { kind: crypto.kind, chain, token };
  const begun = pendingPayment(draft, link, { suffix, method: paidBy });
  const reservation = reserve(draft, link, begun, beginning);
  if (!reservation) return 'busy';
  const payment: Payment = recordPayment(draft, { ...begun, reserved: BigInt(reservation.amount) });
  return { payment, reservation };
}

/**
 * Reserves an amount for the missing part of a payment. Amounts reserved earlier stay reserved, because money sent in
 * one of them was sent for this payment.
 * @param payment as it was looked up
 * @returns `busy` if no amount is free, or too many attempts are open at the address
 */
export function reserveRest(draft: JournalDraft, link: Link, short: Payment, beginning: Beginning): Reserved | 'busy' {
  const reservation = reserve(draft, link, short, beginning);
  if (!reservation) return 'busy';
  const { amount, openUntil: restUntil } = reservation;
  const payment: Payment = { ...short, reserved: BigInt(amount), restUntil, updatedAt: draft.timestamp };
  draft.change(PaymentEntity, payment);
  return { payment, reservation };
}

/** @returns undefined if no amount is free, or too many attempts are open at the address */
function reserve(
  draft: JournalDraft,
  link: Link,
  payment: Payment,
  { method, head, offsets }: Beginning,
): ReservedAmount | undefined {
  const place = placeOf(link.livemode, method);
  const missing = inToken(missingOf(payment), payment.currency, method.token);
  const amount = offsets
    .map((offset) => missing + offset)
    .find((one) => isFree(draft.lookUp(reservedRef(place, one)), draft.now));
  const watch = amount === undefined ? undefined : watchAddress(draft, link, method, head);
  if (amount === undefined || !watch) return undefined;
  const before = draft.lookUp(reservedRef(place, amount));
  const reservation: ReservedAmount = {
    ...before,
    ...place,
    amount: amount.toString(),
    version: before?.version ?? 1,
    organizationId: link.organizationId,
    accountId: method.accountId,
    paymentId: payment.paymentId,
    // The node may be behind. Blocks that this watch has already read are older than the reservation and are not read
    // again, so no other watch of the address may leave transfers in them to this payment.
    seenBlock: Math.max(head.latest, watch.nextBlock - 1),
    ...reservedUntil(draft.now, link.expiresAt),
  };
  draft.change(ReservedAmountEntity, reservation);
  return reservation;
}

/** An amount whose late money is no longer awaited can be reserved again. */
function isFree(reservation: ReservedAmount | undefined, now: number): boolean {
  return reservation === undefined || reservation.keptUntil <= now;
}

/**
 * Counts the attempt.
 * @returns the address's watch; undefined if too many attempts are open
 */
function watchAddress(
  draft: JournalDraft,
  link: Link,
  method: CryptoMethod,
  { latest, connectionId }: ChainHead,
): AddressWatch | undefined {
  const { organizationId, livemode } = link;
  const { accountId } = method;
  const watch = draft.lookUp(watchRef(organizationId, accountId));
  const opened = countOpened(watch?.opened ?? [], draft.now);
  if (!opened) return undefined;
  const lastOpenedAt = Math.max(draft.now, watch?.lastOpenedAt ?? 0);
  const fresh = { ...placeOf(livemode, method), organizationId, accountId, version: 1, nextBlock: latest + 1 };
  const current = { ...(watch ?? fresh), ...(connectionId !== undefined && { connectionId }), opened, lastOpenedAt };
  draft.change(AddressWatchEntity, current);
  // Scheduled work stays unchanged. Otherwise a series of attempts would keep postponing the reading.
  if (!watch || !isReadOften(watch, draft.now)) {
    draft.write(replaceWork(watchWork({ organizationId, accountId }), draft.now + oftenMs));
  }
  return current;
}
