import { ServiceError } from '../../ground/errors/service-error.ts';
import { create, replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { type Link, LinkEntity, linkRead } from '../links/link.ts';
import { linkStatusAt } from '../links/link-status.ts';
import { mostBaseUnits } from '../price/total.ts';
import { linkOfPayment, type Payment, PaymentEntity, paymentIdOn } from './payment.ts';
import { presentPaymentEvent } from './present-payment.ts';

/** Whether money that comes for a payment counts towards its amount. */
export function isOpen({ status }: Payment): boolean {
  return status === 'pending' || status === 'failed';
}

/**
 * Records money that came for a payment that is not of a card (design-second-half, Checkout, bank). Less than the amount
 * leaves it as it is, unannounced; what completes it makes it `paid`, and what is more than the amount is `over`. Money on a
 * payment that has been paid is a payment of its own.
 * @param suffix the end of that payment's id (`Ids.suffix`)
 * @returns the payment that the money is on
 * @throws ServiceError BAD_REQUEST for more than any payment can hold
 */
export function receiveMoney(draft: JournalDraft, payment: Payment, amount: bigint, suffix: string): Payment {
  if (!isOpen(payment)) return recordUnexpected(draft, payment, withinBounds(amount), suffix);
  const received = withinBounds((payment.received ?? 0n) + amount);
  const over = received - payment.amount;
  if (over >= 0n) return markPaid(draft, { ...payment, received, ...(over > 0n && { over }) });
  const short: Payment = { ...payment, received, updatedAt: draft.timestamp };
  draft.write(replace(PaymentEntity, short));
  return short;
}

/** Makes an open payment `paid`, takes its place on the link, and announces it. @returns the payment as it is stored */
export function markPaid(draft: JournalDraft, payment: Payment): Payment {
  const isLate = takePlace(draft, payment) === 'late' || payment.status === 'failed';
  const paid: Payment = {
    ...payment,
    status: 'paid',
    ...(isLate && { late: true }),
    paidAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
  draft.write(replace(PaymentEntity, paid));
  draft.event({ type: 'checkout_payment.paid', data: presentPaymentEvent(paid) });
  return paid;
}

/** Money that nobody waits for is always late, and there is no tax in it that anybody knows of. */
function recordUnexpected(draft: JournalDraft, of: Payment, amount: bigint, suffix: string): Payment {
  const { organizationId, method, currency, clientReferenceId, metadata, livemode } = of;
  const payment: Payment = {
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
    livemode,
    paidAt: draft.timestamp,
    createdAt: draft.timestamp,
    updatedAt: draft.timestamp,
  };
  takePlace(draft, payment);
  draft.write(create(PaymentEntity, payment));
  draft.event({ type: 'checkout_payment.paid', data: presentPaymentEvent(payment) });
  return payment;
}

/** Attempts by bank hold no place, so money takes one when it comes, although there may be none left: then it is late. */
function takePlace(draft: JournalDraft, { organizationId, paymentId }: Payment): 'in time' | 'late' {
  const link = draft.lookUp(linkRead(organizationId, linkOfPayment(paymentId)));
  if (!link) return 'late';
  const { maxPayments, placesTaken } = link;
  if (maxPayments !== undefined) draft.change(LinkEntity, { ...link, placesTaken: placesTaken + 1 });
  return takesPayments(link, draft.now) ? 'in time' : 'late';
}

function takesPayments(link: Link, now: number): boolean {
  const { maxPayments, placesTaken } = link;
  return linkStatusAt(link, now) === 'sent' && (maxPayments === undefined || placesTaken < maxPayments);
}

function withinBounds(amount: bigint): bigint {
  if (amount <= mostBaseUnits) return amount;
  throw new ServiceError('BAD_REQUEST', 'amount: is more than a payment can hold');
}
