import { ServiceError } from '../../ground/errors/service-error.ts';
import { create, replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { LinkEntity, linkRef } from '../links/link.ts';
import { hadEnded, linkStatusAt } from '../links/link-status.ts';
import { mostBaseUnits } from '../price/total.ts';
import { announce } from './announce.ts';
import { recordPayment } from './listed/recorded-payment.ts';
import { linkOfPayment, type Payment, PaymentEntity, PaymentExternalIdEntity, paymentIdOn } from './payment.ts';
import { referenceRef } from './reference.ts';

/** A blockchain transfer that delivered money. */
export interface ReceivedTransfer {
  /** `<hash>-<logIndex>`. Becomes the `externalId` of a payment that has none yet. */
  readonly externalId: string;
  readonly chain: string;
  readonly hash: string;
  /** When the transfer was made, in milliseconds. Determines whether the link accepted payments at that time. */
  readonly madeAt: number;
  /** Whether the transfer was made after the time of its attempt. */
  readonly late: boolean;
}

/** Tells whether money that arrives for a payment counts toward its amount. */
export function isOpen({ status }: Payment): boolean {
  return status === 'pending' || status === 'failed';
}

/**
 * Records money that arrived for a bank or crypto payment (design-second-half, Checkout, bank and crypto). While the
 * total is less than the amount due, the payment stays `pending` and emits no event. The money that completes the
 * amount makes it `paid`, and any excess is `over`. Money for a payment that is already paid becomes a separate
 * payment.
 * @param suffix the end of the id of that separate payment (`Ids.suffix`)
 * @param transfer the crypto transfer; without one, the money counts as arriving now
 * @returns the payment that the money belongs to
 * @throws ServiceError BAD_REQUEST for more than any payment can hold
 */
export function receiveMoney(
  draft: JournalDraft,
  payment: Payment,
  amount: bigint,
  suffix: string,
  transfer?: ReceivedTransfer,
): Payment {
  if (!isOpen(payment)) return recordUnexpected(draft, payment, withinBounds(amount), suffix, transfer);
  const received = withinBounds((payment.received ?? 0n) + amount);
  const over = received - payment.amount;
  const named = nameAfter(draft, payment, transfer);
  if (over >= 0n) return markPaid(draft, { ...named, received, ...(over > 0n && { over }) }, transfer);
  const short: Payment = { ...named, received, updatedAt: draft.timestamp };
  draft.write(replace(PaymentEntity, short));
  return short;
}

/**
 * Makes an open payment `paid`, takes its place on the link, and emits its event.
 * @returns the payment as it is stored
 */
export function markPaid(draft: JournalDraft, payment: Payment, transfer?: ReceivedTransfer): Payment {
  const isLate = takePlace(draft, payment, transfer) === 'late' || payment.status === 'failed';
  const paid: Payment = {
    ...payment,
    status: 'paid',
    ...(isLate && { late: true }),
    paidAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
  const told = announce(draft, paid, [{ type: 'checkout_payment.paid', payment: paid }]);
  draft.write(replace(PaymentEntity, told));
  return told;
}

/** Records money for a payment that no longer expects any. Such money is always late, and its tax is unknown. */
function recordUnexpected(
  draft: JournalDraft,
  of: Payment,
  amount: bigint,
  suffix: string,
  transfer: ReceivedTransfer | undefined,
): Payment {
  const { organizationId, currency, clientReferenceId, metadata, livemode } = of;
  const { hash: _, ...method } = of.method;
  const unnamed: Payment = {
    organizationId,
    paymentId: paymentIdOn(linkOfPayment(of.paymentId), suffix),
    version: 1,
    status: 'paid',
    method,
    amount,
    received: amount,
    tax: 0n,
    currency,
    refunded: 0n,
    reversed: 0n,
    ...(clientReferenceId !== undefined && { clientReferenceId }),
    ...(metadata !== undefined && { metadata }),
    late: true,
    disputes: [],
    refunds: [],
    recordedIn: draft.headVersion,
    livemode,
    paidAt: draft.timestamp,
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
  const payment = nameAfter(draft, unnamed, transfer);
  takePlace(draft, payment, transfer);
  return recordPayment(draft, announce(draft, payment, [{ type: 'checkout_payment.paid', payment }]));
}

/**
 * Gives a crypto payment the id and chain of the first transfer received. The payment can be found by each transfer. If
 * a transaction is repeated on another chain, it has the same hash there, and the first payment keeps that id.
 */
function nameAfter(draft: JournalDraft, payment: Payment, transfer: ReceivedTransfer | undefined): Payment {
  if (!transfer) return payment;
  const { organizationId, paymentId, method } = payment;
  const { externalId, chain, hash } = transfer;
  if (!draft.lookUp(referenceRef(organizationId, externalId))) {
    draft.write(create(PaymentExternalIdEntity, { organizationId, externalId, paymentId, version: 1 }));
  }
  return method.hash === undefined ? { ...payment, externalId, method: { ...method, chain, hash } } : payment;
}

/**
 * Bank and crypto attempts hold no place. They take one when the money arrives, even if none is left, in which case the
 * payment is late.
 */
function takePlace(
  draft: JournalDraft,
  { organizationId, paymentId }: Payment,
  transfer: ReceivedTransfer | undefined,
): 'in time' | 'late' {
  const link = draft.lookUp(linkRef(organizationId, linkOfPayment(paymentId)));
  if (!link) return 'late';
  const { maxPayments, placesTaken } = link;
  if (maxPayments !== undefined) draft.change(LinkEntity, { ...link, placesTaken: placesTaken + 1 });
  const isFull = maxPayments !== undefined && placesTaken >= maxPayments;
  const isOver = transfer ? transfer.late || hadEnded(link, transfer.madeAt) : linkStatusAt(link, draft.now) !== 'sent';
  return isOver || isFull ? 'late' : 'in time';
}

function withinBounds(amount: bigint): bigint {
  if (amount <= mostBaseUnits) return amount;
  throw new ServiceError('BAD_REQUEST', 'amount: is more than a payment can hold');
}
