import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { table } from '../../../ground/table/table.ts';
import { create } from '../../../ground/table/writes.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import { linkOfPayment, type Payment, PaymentEntity } from '../payment.ts';

/**
 * The position of a payment in its link's list. The id of a payment is fixed when its buyer starts, but buyers finish
 * in another order, so the list is ordered by the commit that recorded the payment (docs/adr/0001).
 */
export const RecordedPaymentEntity = new Entity({
  name: 'checkoutRecordedPayment',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    paymentId: string().key(),
    /** Version of the organization's head in the commit that recorded the payment. */
    recordedIn: number().key(),
  }),
  computeKey: ({ organizationId, paymentId, recordedIn }: RecordedKey) => ({
    pk: recordedPartition(organizationId, linkOfPayment(paymentId)),
    sk: positionInList({ paymentId, recordedIn }),
  }),
});

export type RecordedPayment = FormattedItem<typeof RecordedPaymentEntity>;
interface RecordedKey {
  readonly organizationId: string;
  readonly paymentId: string;
  readonly recordedIn: number;
}

/** The number of digits of the largest safe integer. */
const versionDigits = 16;

/**
 * Returns the position of a payment. Positions sort in the order of commits. Payments recorded in the same commit sort
 * by id.
 */
export function positionInList({ paymentId, recordedIn }: Omit<RecordedKey, 'organizationId'>): string {
  return `${recordedIn.toString().padStart(versionDigits, '0')}#${paymentId}`;
}

/** Returns the id of the payment at a position. */
export function paymentAt(position: string): string {
  return position.slice(versionDigits + 1);
}

/** Returns the partition of the payments on one link, in the order in which they were recorded. */
export function recordedPartition(organizationId: string, linkId: string): string {
  return `CHECKOUT_RECORDED#${organizationId}#${linkId}`;
}

/**
 * Writes a new payment with its position in the list of its link. The position never changes.
 * @returns the payment
 */
export function recordPayment<P extends Payment>(draft: JournalDraft, payment: P): P {
  const { organizationId, paymentId, recordedIn } = payment;
  draft.write(create(PaymentEntity, payment), create(RecordedPaymentEntity, { organizationId, paymentId, recordedIn }));
  return payment;
}
