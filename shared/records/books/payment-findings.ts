import type { FormattedItem } from 'dynamodb-toolbox/entity';
import { crypto } from '../../checkout/methods/crypto/crypto.ts';
import type { TakenTransfer } from '../../checkout/methods/crypto/payments/taken-transfer.ts';
import { followsCharges } from '../../checkout/methods/methods.ts';
import { type Payment, type PaymentExternalIdEntity, paymentStatuses } from '../../checkout/payments/payment.ts';
import { isReference } from '../../checkout/payments/reference.ts';
import { standingOf } from '../../checkout/payments/standing.ts';
import { formatAmount } from '../../ground/money/money.ts';
import type { DueWork } from '../../journal/due/due-work.ts';
import type { Intent } from '../../journal/intents/intent.ts';
import type { Event } from '../../journal/rows/event.ts';

/** The records found for a payment. */
export interface PaymentRecords {
  readonly work: DueWork | undefined;
  /** The last event that it names. */
  readonly event: Event | undefined;
  /** The intent of the refund in progress. */
  readonly intent: Intent | undefined;
  readonly intentWork: DueWork | undefined;
  /** Whether it has a position in the list of its link. */
  readonly isListed: boolean;
  readonly named: FormattedItem<typeof PaymentExternalIdEntity> | undefined;
  /** Crypto payments: the transfer that it is named after. */
  readonly transfer: TakenTransfer | undefined;
}

/** Findings about a payment on a link: sums, missing work, events, and what it shares with another payment. */
export function paymentFindings(payment: Payment, records: PaymentRecords): string[] {
  // Only a release that knows the status can say what must exist.
  if (!paymentStatuses.includes(payment.status)) return [];
  return [
    ...standingFindings(payment),
    ...workFindings(payment, records),
    ...refundingFindings(payment, records),
    ...eventFindings(payment, records),
    ...nameFindings(payment, records),
    ...listFindings(payment, records),
  ];
}

function standingFindings(payment: Payment): string[] {
  const { paymentId, status, refunded, reversed } = payment;
  const right = standingOf(payment);
  if (right.status === status && right.refunded === refunded && right.reversed === reversed) return [];
  const stated = `is ${status}, ${refunded} refunded and ${reversed} reversed`;
  const wanted = `${right.status}, ${right.refunded} and ${right.reversed}`;
  return [`${paymentId} ${stated}; its refunds and disputes make it ${wanted}`];
}

function workFindings(payment: Payment, { work }: PaymentRecords): string[] {
  const { paymentId, status, refunds } = payment;
  if (work || !followsCharge(payment)) return [];
  return [
    ...(status === 'pending' ? [`${paymentId} is pending, and nothing is due for it`] : []),
    ...refunds
      .filter((refund) => refund.status === 'pending')
      .map(({ refundId }) => `${refundId} of ${paymentId} is pending, and nothing is due for it`),
  ];
}

/** A payment simulated by the sandbox follows a charge, whatever its method. */
function followsCharge({ method, externalId, reserved, received }: Payment): boolean {
  if (followsCharges(method.kind)) return true;
  return externalId !== undefined && reserved === undefined && received === undefined && !isReference(externalId);
}

function refundingFindings({ paymentId, refunding }: Payment, { intent, intentWork }: PaymentRecords): string[] {
  if (!refunding) return [];
  const name = `the refund ${refunding.refundId} of ${paymentId}`;
  if (!intent) return [`${name} waits for ${refunding.intentId}, which does not exist`];
  if (intent.state === 'settled') return [`${name} waits for ${refunding.intentId}, which is settled`];
  return intentWork ? [] : [`${name} waits for the acquirer, and nothing is due for it`];
}

/** A payment of an earlier release names no events. */
function eventFindings(payment: Payment, { event }: PaymentRecords): string[] {
  const { paymentId, status, eventSequences } = payment;
  if (eventSequences === undefined) return [];
  const sequence = eventSequences.at(-1);
  const isUntold = status === 'pending' || status === 'failed';
  if (sequence === undefined) return isUntold ? [] : [`${paymentId} is ${status}, and no event says so`];
  if (!event) return [`${paymentId} names event ${sequence}, which does not exist`];
  const told = JSON.parse(event.data) as { readonly [name in 'id' | 'status' | 'refunded' | 'reversed']: string };
  if (told.id !== paymentId) return [`${paymentId} names event ${sequence}, which is of ${told.id}`];
  const { refunded, reversed } = shownOf(payment);
  return told.status === status && told.refunded === refunded && told.reversed === reversed
    ? []
    : [`${paymentId} is ${status}, and its last event, ${sequence}, says ${told.status}`];
}

function shownOf({ refunded, reversed, currency }: Payment) {
  return { refunded: formatAmount(refunded, currency), reversed: formatAmount(reversed, currency) };
}

/** Two chains can have transactions with the same hash. The id then names the payment that had it first. */
function nameFindings({ paymentId, externalId, method, received }: Payment, { named, transfer }: PaymentRecords) {
  if (externalId === undefined) return [];
  const isTransferred = method.kind === crypto.kind && received !== undefined;
  const isNamed = isTransferred ? named !== undefined : named?.paymentId === paymentId;
  const findings = isNamed
    ? []
    : [`${externalId} is the id of ${paymentId}, and finds ${named?.paymentId ?? 'nothing'}`];
  if (!isTransferred || transfer?.paymentId === paymentId) return findings;
  return [
    ...findings,
    `${paymentId} has the money of ${externalId}, which is on ${transfer?.paymentId ?? 'no payment'}`,
  ];
}

function listFindings({ paymentId }: Payment, { isListed }: PaymentRecords): string[] {
  return isListed ? [] : [`${paymentId} is in no list: it has no position on its link`];
}

/** Whether a payment takes one of its link's places. A transfer takes none before it arrives. */
export function takesPlace(payment: Payment): boolean {
  return followsCharge(payment)
    ? payment.status !== 'failed'
    : payment.status !== 'pending' && payment.status !== 'failed';
}
