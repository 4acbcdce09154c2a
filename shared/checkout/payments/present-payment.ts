import * as z from 'zod';
import { CountryCode, CurrencyCode, Instant, Livemode, TotalText } from '../../contract/fields.ts';
import { Metadata, readMetadata } from '../../contract/metadata.ts';
import { exponentOf } from '../../ground/money/currencies.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { methodKinds, shownOnPayments } from '../methods/methods.ts';
import { mostBaseUnits } from '../price/total.ts';
import {
  disputeStatuses,
  linkOfPayment,
  type Payment,
  paymentStatuses,
  refundReasons,
  refundStatuses,
} from './payment.ts';

const BaseUnits = z
  .int()
  .min(0)
  .meta({ description: 'In base units of the currency; `decimals` is the number of decimal places.' });

const refundFields = {
  id: z.string().meta({ description: 'The id of the refund.' }),
  externalId: z.string().optional().meta({ description: "The acquirer's id of the refund." }),
  status: z.enum(refundStatuses).meta({ description: '`pending` until the acquirer has decided.' }),
};
const refundNotes = {
  reason: z
    .enum(refundReasons)
    .optional()
    .meta({ description: 'The reason given in the request. Absent if none was given.' }),
  note: z.string().optional().meta({ description: 'For your own use; not shown to the buyer.' }),
  createdAt: Instant,
  updatedAt: Instant,
};
const disputeFields = {
  id: z.string().meta({ description: 'The id of the dispute.' }),
  status: z
    .enum(disputeStatuses)
    .meta({ description: '`inquiry`: a question from the card issuer that took no money.' }),
};
const disputeTimes = { openedAt: Instant, closedAt: Instant.optional() };

/** Fields before the amounts, the same in reads and events. */
const identityFields = {
  id: z.string().meta({ description: 'The id to use in paths.' }),
  externalId: z
    .string()
    .optional()
    .meta({
      description:
        "The acquirer's id of the payment. For bank payments it is the payment reference; for crypto, " +
        '`<hash>-<logIndex>` of the first transfer received. Accepted in place of `id` in paths.',
    }),
  linkId: z.string().meta({ description: 'The link that was paid.' }),
  status: z.enum(paymentStatuses).meta({ description: 'A partially refunded payment stays `paid`.' }),
  method: z
    .object({
      kind: z.enum(methodKinds).meta({ description: 'The kind of payment.' }),
      ...shownOnPayments,
    })
    .meta({ description: 'How the payment was made. Fields that do not apply are absent.' }),
};

/** Fields after the amounts, the same in reads and events. */
const factFields = {
  reserved: TotalText.optional().meta({
    description:
      'Crypto payments: the exact token amount that the buyer was last asked to send, either the full amount or the remainder.',
  }),
  currency: CurrencyCode,
  fee: TotalText.optional().meta({ description: "The acquirer's fee as a decimal string. Absent until it is known." }),
  clientReferenceId: z.string().optional().meta({ description: 'Your own reference, from the link.' }),
  metadata: Metadata,
  buyer: z
    .object({
      email: z.string().optional().meta({ description: 'As reported by the acquirer. Absent until it is known.' }),
      country: CountryCode.optional(),
    })
    .meta({ description: 'What is known about the buyer.' }),
  late: z.boolean().optional().meta({
    description:
      'Received after the link stopped accepting payments, after the payment had failed, or after the time limit of a crypto attempt.',
  }),
  disputed: z.boolean().meta({ description: 'A dispute is open.' }),
  livemode: Livemode,
  createdAt: Instant,
  paidAt: Instant.optional(),
};

/** A refund as reads of its payment show it. */
export const CheckoutRefund = z
  .object({ ...refundFields, amountBase: BaseUnits, ...refundNotes })
  .meta({ id: 'CheckoutRefund', description: 'Money returned to the buyer.' });

/** A payment as reads show it: amounts in base units, with `decimals` (specification, Checkout payment). */
export const CheckoutPayment = z
  .object({
    ...identityFields,
    amountBase: BaseUnits,
    receivedBase: BaseUnits.optional().meta({ description: 'Bank and crypto payments: the amount received so far.' }),
    overBase: BaseUnits.optional().meta({
      description: 'The part of the received amount that exceeds the amount due.',
    }),
    refundedBase: BaseUnits,
    reversedBase: BaseUnits.meta({
      description: 'The part of the unrefunded amount that chargebacks and lost disputes took back.',
    }),
    taxBase: BaseUnits.meta({ description: 'The tax in the amount.' }),
    decimals: z
      .int()
      .min(0)
      .max(6)
      .meta({ description: 'Decimal places of the currency: 2 for USD, so that 1050 base units are 10.50.' }),
    ...factFields,
    disputes: z
      .array(
        z.object({
          ...disputeFields,
          takenBase: BaseUnits.meta({ description: 'The amount taken by the acquirer, without a cap.' }),
          ...disputeTimes,
        }),
      )
      .meta({ description: 'Oldest first.' }),
    refunds: z.array(CheckoutRefund).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'CheckoutPayment', description: 'A payment on a link.' });

/** A refund as events show it. */
const CheckoutRefundEvent = z.object({ ...refundFields, amount: TotalText, ...refundNotes });

/** A payment as its events show it: amounts are decimal strings (specification, Resources and their fields). */
export const CheckoutPaymentEvent = z
  .object({
    ...identityFields,
    amount: TotalText,
    received: TotalText.optional().meta({ description: 'Bank and crypto payments: the amount received so far.' }),
    over: TotalText.optional().meta({ description: 'The part of the received amount that exceeds the amount due.' }),
    refunded: TotalText,
    reversed: TotalText.meta({
      description: 'The part of the unrefunded amount that chargebacks and lost disputes took back.',
    }),
    tax: TotalText.meta({ description: 'The tax in the amount.' }),
    ...factFields,
    disputes: z
      .array(z.object({ ...disputeFields, taken: TotalText, ...disputeTimes }))
      .meta({ description: 'Oldest first.' }),
    refunds: z.array(CheckoutRefundEvent).meta({ description: 'Oldest first.' }),
    refund: CheckoutRefundEvent.optional().meta({ description: 'Refund events: the refund that the event is about.' }),
  })
  .meta({
    id: 'CheckoutPaymentEventData',
    description: 'A payment on a link at that time. Its amounts are decimal strings.',
  });

export type CheckoutPaymentBody = z.infer<typeof CheckoutPayment>;
export type CheckoutPaymentEventBody = z.infer<typeof CheckoutPaymentEvent>;

type Refund = Payment['refunds'][number];

/** Returns a payment as lists, reads and other responses show it. */
export function presentPayment(payment: Payment): CheckoutPaymentBody {
  const { currency, received, over } = payment;
  const { identity, facts } = presentShared(payment);
  return {
    ...identity,
    amountBase: baseUnits(payment.amount),
    ...(received !== undefined && { receivedBase: baseUnits(received) }),
    ...(over !== undefined && { overBase: baseUnits(over) }),
    refundedBase: baseUnits(payment.refunded),
    reversedBase: baseUnits(payment.reversed),
    taxBase: baseUnits(payment.tax),
    decimals: decimalsOf(currency),
    ...facts,
    disputes: payment.disputes.map(({ disputeId: id, taken, contestable: _, ...rest }) => ({
      id,
      takenBase: baseUnits(taken),
      ...rest,
    })),
    refunds: payment.refunds.map(({ refundId: id, amount, ...rest }) => ({
      id,
      amountBase: baseUnits(amount),
      ...rest,
    })),
  };
}

/**
 * Returns a payment as the event of a change shows it.
 * @param refund for refund events, the refund just made
 */
export function presentPaymentEvent(payment: Payment, refund?: Refund): CheckoutPaymentEventBody {
  const { currency, received, over } = payment;
  const { identity, facts } = presentShared(payment);
  const decimal = (amount: bigint) => formatAmount(amount, currency);
  const presentRefund = ({ refundId: id, amount, ...rest }: Refund) => ({ id, amount: decimal(amount), ...rest });
  return {
    ...identity,
    amount: decimal(payment.amount),
    ...(received !== undefined && { received: decimal(received) }),
    ...(over !== undefined && { over: decimal(over) }),
    refunded: decimal(payment.refunded),
    reversed: decimal(payment.reversed),
    tax: decimal(payment.tax),
    ...facts,
    disputes: payment.disputes.map(({ disputeId: id, taken, contestable: _, ...rest }) => ({
      id,
      taken: decimal(taken),
      ...rest,
    })),
    refunds: payment.refunds.map(presentRefund),
    ...(refund && { refund: presentRefund(refund) }),
  };
}

function presentShared(payment: Payment) {
  const { paymentId, externalId, status, method, currency, fee, clientReferenceId, metadata, buyer } = payment;
  const { late, disputes, livemode, createdAt, paidAt, reserved } = payment;
  return {
    identity: {
      id: paymentId,
      ...(externalId !== undefined && { externalId }),
      linkId: linkOfPayment(paymentId),
      status,
      method,
    },
    facts: {
      ...(reserved !== undefined && { reserved: formatAmount(reserved, method.token ?? '') }),
      currency,
      ...(fee !== undefined && { fee: formatAmount(fee, currency) }),
      ...(clientReferenceId !== undefined && { clientReferenceId }),
      metadata: readMetadata(metadata),
      buyer: buyer ?? {},
      ...(late !== undefined && { late }),
      disputed: disputes.some((dispute) => dispute.status === 'open'),
      livemode,
      createdAt,
      ...(paidAt !== undefined && { paidAt }),
    },
  };
}

/** @throws Error for an amount above {@link mostBaseUnits}, which is never recorded */
function baseUnits(amount: bigint): number {
  if (amount > mostBaseUnits) throw new Error('more base units than a JSON number holds');
  return Number(amount);
}

function decimalsOf(currency: string): number {
  const decimals = exponentOf(currency);
  if (decimals === undefined) throw new Error(`unknown currency ${currency}`);
  return decimals;
}
