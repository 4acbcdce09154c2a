import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { boolean } from 'dynamodb-toolbox/schema/boolean';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf, stateOf } from '../../ground/table/known-values.ts';
import { minorUnits, table } from '../../ground/table/table.ts';
import { paidBy } from '../methods/methods.ts';

/** See the specification, States and transitions, Checkout payment. A partly refunded payment stays `paid`. */
export const paymentStatuses = ['pending', 'paid', 'failed', 'refunded', 'charged_back', 'reversed'] as const;
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;
export const refundReasons = ['requested_by_customer', 'duplicate', 'fraudulent', 'other'] as const;
export const disputeStatuses = ['inquiry', 'open', 'won', 'lost'] as const;

/**
 * A buyer's payment on a link: a charge, or money expected under a reference or in an exact amount (specification,
 * Checkout payment).
 */
export const PaymentEntity = new Entity({
  name: 'checkoutPayment',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    paymentId: string().key(),
    version: number(),
    status: stateOf(...paymentStatuses),
    /**
     * For cards, the acquirer's id; for bank payments, the payment reference; for crypto, the first transfer received
     * (`<hash>-<logIndex>`).
     */
    externalId: string().optional(),
    method: paidBy,
    amount: minorUnits(),
    tax: minorUnits(),
    currency: string(),
    /** Bank and crypto payments only: the amount received so far, and how much of it exceeds the amount due. */
    received: minorUnits().optional(),
    over: minorUnits().optional(),
    /**
     * Crypto attempts only: the exact amount last requested from the buyer, for the whole payment or for the missing
     * part. In minor units of the token, not of the currency.
     */
    reserved: minorUnits().optional(),
    /**
     * The time in milliseconds until which the missing part can be paid in time. Absent while only the whole amount was
     * requested.
     */
    restUntil: number().optional(),
    refunded: minorUnits(),
    /**
     * The amount that chargebacks and lost disputes took, at most the amount that was not refunded. Like `refunded`, it
     * is computed from the lists.
     */
    reversed: minorUnits(),
    /** The acquirer's fee. Absent until it is known. */
    fee: minorUnits().optional(),
    clientReferenceId: string().optional(),
    /** JSON text of the link's metadata. */
    metadata: string().optional(),
    buyer: map({ email: string().optional(), country: string().optional() }).optional(),
    /** Set if the money was received after the link stopped accepting payments, or after the payment had failed. */
    late: boolean().optional(),
    disputes: list(
      map({
        disputeId: string(),
        status: oneOf(...disputeStatuses),
        /** The amount that the acquirer took, which may exceed the payment. */
        taken: minorUnits(),
        /** Absent on rows of an earlier release until the charge is read again. */
        contestable: boolean().optional(),
        openedAt: string(),
        closedAt: string().optional(),
      }),
    ),
    /** Ordered from oldest to newest. */
    refunds: list(
      map({
        refundId: string(),
        externalId: string().optional(),
        status: oneOf(...refundStatuses),
        amount: minorUnits(),
        reason: oneOf(...refundReasons).optional(),
        note: string().optional(),
        createdAt: string(),
        updatedAt: string(),
      }),
    ),
    /** A refund whose call has no answer yet. */
    refunding: map({ refundId: string(), intentId: string(), amount: minorUnits() }).optional(),
    /**
     * Sequence numbers of the payment's events, oldest first. Absent on payments of an earlier release until the next
     * event.
     */
    eventSequences: list(number()).optional(),
    /**
     * Version of the organization's head in the commit that recorded the payment, which determines its position in
     * lists.
     */
    recordedIn: number(),
    livemode: boolean(),
    paidAt: string().optional(),
    createdAt: string(),
    updatedAt: string(),
  }),
  computeKey: ({ organizationId, paymentId }: { organizationId: string; paymentId: string }) => ({
    pk: paymentPartition(organizationId, linkOfPayment(paymentId)),
    sk: paymentId,
  }),
});

export type Payment = FormattedItem<typeof PaymentEntity>;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Returns the partition of all payments on one link, in the order in which their buyers started. */
export function paymentPartition(organizationId: string, linkId: string): string {
  return `CHECKOUT_PAYMENT#${organizationId}#${linkId}`;
}

/** Ids of payments name their link (docs/adr/0001): `pay_<link id without prefix>_<time and random part>`. */
export function paymentIdOn(linkId: string, suffix: string): string {
  return `pay_${linkId.slice('lnk_'.length)}_${suffix}`;
}

export function linkOfPayment(paymentId: string): string {
  return `lnk_${paymentId.split('_')[1] ?? ''}`;
}

export function paymentRef(organizationId: string, paymentId: string) {
  return refTo(PaymentEntity, { organizationId, paymentId });
}

/** Returns the work of asking the acquirer about a payment. */
export function paymentWork({ organizationId, paymentId }: Pick<Payment, 'organizationId' | 'paymentId'>) {
  return { organizationId, kind: 'checkout', resourceId: paymentId } as const;
}

/** Finds a payment by its `externalId`. The row is written in the payment's commit. */
export const PaymentExternalIdEntity = new Entity({
  name: 'checkoutPaymentExternalId',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    externalId: string().key(),
    paymentId: string(),
    version: number(),
  }),
  computeKey: ({ organizationId, externalId }: { organizationId: string; externalId: string }) => ({
    pk: `CHECKOUT_EXTERNAL_ID#${organizationId}#${externalId}`,
    sk: 'PAYMENT',
  }),
});
