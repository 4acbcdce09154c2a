import { create, replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import type { Charge } from '../../ports/card-acquirer.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { LinkEntity, linkRead } from '../links/link.ts';
import { announce } from './announce.ts';
import { applyCharge } from './apply-charge.ts';
import { recordPayment } from './listed/recorded-payment.ts';
import {
  linkOfPayment,
  type Payment,
  PaymentEntity,
  PaymentExternalIdEntity,
  type PaymentStatus,
  paymentWork,
} from './payment.ts';
import { reportDifferences } from './report-differences.ts';

/** News of one commit: each is rows of its own, and an event shows all of up to a hundred refunds. */
const mostNews = 20;

/**
 * Writes a new payment as its charge is, with its events, and the work of asking the acquirer again where more is
 * expected. Whatever became of the charge before anybody read it is recorded, too: refunds and disputes. News beyond the
 * {@link mostNews} first is left to that work. Its place on the link is its caller's to take (`holdsPlace`).
 * @param payment `pending`, with the charge's id, not stored yet
 * @returns the payment as it is stored
 * @throws OtherCharge for other money; what else differs is reported
 */
export function openPayment(
  runtime: Pick<Runtime, 'log' | 'clock'>,
  draft: JournalDraft,
  payment: Payment & { readonly externalId: string },
  charge: Charge,
): Payment {
  const { organizationId, paymentId, externalId } = payment;
  reportDifferences(runtime, payment, charge);
  const { payment: applied, news } = applyCharge(payment, charge, draft.timestamp, mostNews);
  const opened = recordPayment(draft, announce(draft, applied, news));
  draft.write(create(PaymentExternalIdEntity, { organizationId, externalId, paymentId, version: 1 }));
  const dueAt = news.length < mostNews ? charge.nextChangeAt : draft.now;
  if (dueAt !== undefined) draft.write(scheduleWork(paymentWork(payment), dueAt));
  return opened;
}

/**
 * Brings a stored payment to where its charge is: its changes, their events, and its place on the link, which a payment
 * that failed gives back. News beyond the {@link mostNews} first is left to another commit.
 * @returns undefined where nothing changed
 */
export function recordCharge(
  draft: JournalDraft,
  payment: Payment,
  charge: Charge,
): { readonly mayHaveMore: boolean } | undefined {
  const { payment: changed, news } = applyCharge(payment, charge, draft.timestamp, mostNews);
  if (changed === payment) return undefined;
  const told = announce(draft, changed, news);
  draft.write(replace(PaymentEntity, { ...told, updatedAt: draft.timestamp }));
  movePlace(draft, payment, changed);
  return { mayHaveMore: news.length >= mostNews };
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
