import { create, replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import type { Charge } from '../../ports/card-acquirer.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { LinkEntity, linkRef } from '../links/link.ts';
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

/**
 * The maximum number of changes in one commit. Each change writes rows of its own, and an event shows up to a hundred
 * refunds.
 */
const mostNews = 20;

/**
 * Writes a new payment in the state of its charge, with its events, and schedules work that asks the acquirer again if
 * more is expected. Refunds and disputes from before the first reading are recorded, too. Changes beyond the first
 * {@link mostNews} are left to that work. The caller takes the payment's place on the link (`holdsPlace`).
 * @param payment `pending`, with the charge's id, not stored yet
 * @returns the payment as it is stored
 * @throws OtherCharge for different money; other differences are reported
 */
export function createPayment(
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
 * Updates a stored payment to the state of its charge: writes its changes and events, and gives back its place on the
 * link if it failed. Changes beyond the first {@link mostNews} are left to another commit.
 * @returns undefined if nothing changed
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

/** Tells whether a payment takes one of its link's places, which it does if its money was taken or still may be. */
export function holdsPlace(status: PaymentStatus): boolean {
  return status !== 'failed';
}

/** Late money takes a place too, even if none is left. */
function movePlace(draft: JournalDraft, before: Payment, after: Payment): void {
  const by = Number(holdsPlace(after.status)) - Number(holdsPlace(before.status));
  if (by === 0) return;
  const link = draft.lookUp(linkRef(before.organizationId, linkOfPayment(before.paymentId)));
  if (link?.maxPayments === undefined) return;
  draft.change(LinkEntity, { ...link, placesTaken: link.placesTaken + by });
}
