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
  .meta({ description: 'Base units of the currency; `decimals` says how many make one.' });

const refundFields = {
  id: z.string().meta({ description: 'Of the refund.' }),
  externalId: z.string().optional().meta({ description: "The acquirer's id." }),
  status: z.enum(refundStatuses).meta({ description: '`pending` until the acquirer has decided.' }),
};
const refundNotes = {
  reason: z.enum(refundReasons).optional().meta({ description: 'As it was asked for; absent: none was given.' }),
  note: z.string().optional().meta({ description: 'Yours; the buyer does not see it.' }),
  createdAt: Instant,
  updatedAt: Instant,
};
const disputeFields = {
  id: z.string().meta({ description: 'Of the dispute.' }),
  status: z.enum(disputeStatuses).meta({ description: '`inquiry`: a question that took no money.' }),
};
const disputeTimes = { openedAt: Instant, closedAt: Instant.optional() };

/** What reads and events show alike, before the amounts. */
const identityFields = {
  id: z.string().meta({ description: 'Names the payment in paths.' }),
  externalId: z
    .string()
    .optional()
    .meta({
      description:
        "The acquirer's id; of a payment by bank its payment reference; by crypto `<hash>-<logIndex>` of the first transfer that came " +
        'for it. Accepted in place of `id` in paths.',
    }),
  linkId: z.string().meta({ description: 'The link that was paid.' }),
  status: z.enum(paymentStatuses).meta({ description: 'A payment that was refunded in part stays `paid`.' }),
  method: z
    .object({
      kind: z.enum(methodKinds).meta({ description: 'How it was paid.' }),
      ...shownOnPayments,
    })
    .meta({ description: 'How it was paid; fields that do not apply are absent.' }),
};

/** And after them. */
const factFields = {
  reserved: TotalText.optional().meta({
    description:
      'Of an attempt by crypto: the exact amount of the token that its buyer was last asked to send, for the whole or for what was missing.',
  }),
  currency: CurrencyCode,
  fee: TotalText.optional().meta({ description: "The acquirer's fee, a decimal string; absent until it is known." }),
  clientReferenceId: z.string().optional().meta({ description: 'Yours: of the link.' }),
  metadata: Metadata,
  buyer: z
    .object({
      email: z.string().optional().meta({ description: 'As the acquirer has it; absent until known.' }),
      country: CountryCode.optional(),
    })
    .meta({ description: 'What is known of the buyer.' }),
  late: z.boolean().optional().meta({
    description:
      'Taken when the link took no payments any more, when the payment had failed, or after the time of an attempt by crypto.',
  }),
  disputed: z.boolean().meta({ description: 'A dispute is open.' }),
  livemode: Livemode,
  createdAt: Instant,
  paidAt: Instant.optional(),
};

/** A refund in a read of its payment. */
export const CheckoutRefund = z
  .object({ ...refundFields, amountBase: BaseUnits, ...refundNotes })
  .meta({ id: 'CheckoutRefund', description: 'Money that goes back to the buyer.' });

/** A payment as reads show it: amounts in base units, beside `decimals` (specification, Checkout payment). */
export const CheckoutPayment = z
  .object({
    ...identityFields,
    amountBase: BaseUnits,
    receivedBase: BaseUnits.optional().meta({ description: 'Of bank and crypto payments: what came in so far.' }),
    overBase: BaseUnits.optional().meta({ description: 'What of it is more than the amount.' }),
    refundedBase: BaseUnits,
    reversedBase: BaseUnits.meta({
      description: 'What chargebacks and lost disputes took of what was not refunded.',
    }),
    taxBase: BaseUnits.meta({ description: 'The tax in the amount.' }),
    decimals: z
      .int()
      .min(0)
      .max(6)
      .meta({ description: 'Places of the currency: 2 for USD, so 1050 base units are 10.50.' }),
    ...factFields,
    disputes: z
      .array(
        z.object({
          ...disputeFields,
          takenBase: BaseUnits.meta({ description: 'What the acquirer took, uncapped.' }),
          ...disputeTimes,
        }),
      )
      .meta({ description: 'Oldest first.' }),
    refunds: z.array(CheckoutRefund).meta({ description: 'Oldest first.' }),
  })
  .meta({ id: 'CheckoutPayment', description: 'One payment on a link.' });

/** A refund in an event. */
const CheckoutRefundEvent = z.object({ ...refundFields, amount: TotalText, ...refundNotes });

/** A payment as its events show it: amounts are decimal strings (specification, Resources and their fields). */
export const CheckoutPaymentEvent = z
  .object({
    ...identityFields,
    amount: TotalText,
    received: TotalText.optional().meta({ description: 'Of bank and crypto payments: what came in so far.' }),
    over: TotalText.optional().meta({ description: 'What of it is more than the amount.' }),
    refunded: TotalText,
    reversed: TotalText.meta({ description: 'What chargebacks and lost disputes took of what was not refunded.' }),
    tax: TotalText.meta({ description: 'The tax in the amount.' }),
    ...factFields,
    disputes: z
      .array(z.object({ ...disputeFields, taken: TotalText, ...disputeTimes }))
      .meta({ description: 'Oldest first.' }),
    refunds: z.array(CheckoutRefundEvent).meta({ description: 'Oldest first.' }),
    refund: CheckoutRefundEvent.optional().meta({ description: 'Of refund events: the refund that they are about.' }),
  })
  .meta({
    id: 'CheckoutPaymentEventData',
    description: 'A payment on a link at that moment; its money is decimal strings.',
  });

export type CheckoutPaymentBody = z.infer<typeof CheckoutPayment>;
export type CheckoutPaymentEventBody = z.infer<typeof CheckoutPaymentEvent>;

type Refund = Payment['refunds'][number];

/** A payment as lists, reads and answers show it. */
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
 * A payment as the event of a change shows it.
 * @param refund of refund events: the refund just made
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

/** @throws Error for more than {@link mostBaseUnits}, which nothing records */
function baseUnits(amount: bigint): number {
  if (amount > mostBaseUnits) throw new Error('more base units than a JSON number holds');
  return Number(amount);
}

function decimalsOf(currency: string): number {
  const decimals = exponentOf(currency);
  if (decimals === undefined) throw new Error(`unknown currency ${currency}`);
  return decimals;
}
