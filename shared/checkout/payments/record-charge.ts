import { create, replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import type { Charge } from '../../ports/card-acquirer.ts';
import { LinkEntity, linkRead } from '../links/link.ts';
import type { ApplyPart, PaymentNews } from './applied.ts';
import { applyCharge } from './apply-charge.ts';
import {
  linkOfPayment,
  type Payment,
  PaymentEntity,
  PaymentExternalIdEntity,
  type PaymentStatus,
  paymentWork,
} from './payment.ts';
import { presentPaymentEvent } from './present-payment.ts';

/**
 * Writes a new payment as its charge is, with its events, and the work of asking the acquirer again where more is
 * expected. Its place on the link is its caller's to take (`holdsPlace`).
 * @param payment `pending`, with the charge's id, not stored yet
 * @returns the payment as it is stored
 */
export function openPayment(
  draft: JournalDraft,
  payment: Payment & { readonly externalId: string },
  charge: Charge,
): Payment {
  const { organizationId, paymentId, externalId } = payment;
  const { payment: opened, news, differences } = applyCharge(payment, charge, draft.timestamp);
  if (differences.length > 0) throw new Error(`a payment is not its charge: ${differences.join('; ')}`);
  draft.write(
    create(PaymentEntity, opened),
    create(PaymentExternalIdEntity, { organizationId, externalId, paymentId, version: 1 }),
  );
  announce(draft, news);
  if (charge.nextChangeAt !== undefined) draft.write(scheduleWork(paymentWork(payment), charge.nextChangeAt));
  return opened;
}

/**
 * Brings a stored payment to where its charge is: its changes, their events, and its place on the link, which a payment
 * that failed gives back.
 * @returns whether anything changed
 */
export function recordCharge(draft: JournalDraft, payment: Payment, charge: Charge, applyRefunds?: ApplyPart): boolean {
  const { payment: changed, news } = applyCharge(payment, charge, draft.timestamp, applyRefunds);
  if (changed === payment) return false;
  draft.write(replace(PaymentEntity, { ...changed, updatedAt: draft.timestamp }));
  announce(draft, news);
  movePlace(draft, payment, changed);
  return true;
}

/** Whether a payment takes one of its link's places: money that was taken does, and so does what may still be. */
export function holdsPlace(status: PaymentStatus): boolean {
  return status !== 'failed';
}

/** Money that comes late takes a place as well, although there may be none left. */
function movePlace(draft: JournalDraft, before: Payment, after: Payment): void {
  const by = Number(holdsPlace(after.status)) - Number(holdsPlace(before.status));
  if (by === 0) return;
  const link = draft.lookUp(linkRead(before.organizationId, linkOfPayment(before.paymentId)));
  if (link?.maxPayments === undefined) return;
  draft.change(LinkEntity, { ...link, placesTaken: link.placesTaken + by });
}

/** Adds the events of what is new. */
export function announce(draft: JournalDraft, news: readonly PaymentNews[]): void {
  for (const { type, payment, refund } of news) draft.event({ type, data: presentPaymentEvent(payment, refund) });
}
