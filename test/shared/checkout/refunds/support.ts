import { type Payment, PaymentEntity, paymentIdOn, paymentRef } from '../../../../shared/checkout/payments/payment.ts';
import { createPayment } from '../../../../shared/checkout/payments/record-charge.ts';
import { create } from '../../../../shared/ground/table/writes.ts';
import { decideAndCommit } from '../../../../shared/journal/commit/decide.ts';
import { lockMs } from '../../../../shared/journal/idempotency/record.ts';
import { chargeAt, chargeId } from '../../../../shared/providers/sandbox/cards/charges.ts';
import { refundsRef } from '../../../../shared/providers/sandbox/cards/refund-record.ts';
import { readFeed, type TestOrganization } from '../../../support/journey.ts';
import type { Answer, Credentials, TestService, TestSession } from '../../../support/service.ts';

export type Body = Answer['body'];

/** An organization with a payment that can be refunded. */
export interface Sold {
  readonly of: TestOrganization;
  readonly paymentId: string;
  readonly externalId: string;
}

interface Sale {
  /** Base units; the last two digits choose what becomes of the charge. */
  readonly amount?: bigint;
  readonly currency?: string;
  readonly of?: TestOrganization;
}

/** A payment by card, as the acquirer says that it is at once. */
export async function sold(service: TestService, { amount = 100_00n, currency = 'USD', of }: Sale = {}): Promise<Sold> {
  const organization = of ?? (await service.organization());
  const { ids, clock } = service.runtime;
  const now = clock();
  const externalId = chargeId(ids.suffix(now), { amount, currency, last4: '4242' });
  const charge = chargeAt(externalId, now);
  if (!charge) throw new Error('no charge');
  const payment = { ...newPayment(service, organization, { amount, currency }), externalId };
  await decideAndCommit(service.runtime, {
    organizationId: organization.organizationId,
    reads: {},
    decide: (_found, draft) => {
      createPayment(service.runtime, draft, payment, charge);
      return { reply: { status: 200, body: undefined } };
    },
  });
  return { of: organization, paymentId: payment.paymentId, externalId };
}

/** Stores a payment that no acquirer knows. */
export async function stored(
  service: TestService,
  of: TestOrganization,
  change: Partial<Payment>,
): Promise<Sold & { readonly payment: Payment }> {
  const payment = { ...newPayment(service, of, { amount: 100_00n, currency: 'USD' }), ...change };
  await decideAndCommit(service.runtime, {
    organizationId: of.organizationId,
    reads: {},
    decide: (_found, draft) => {
      draft.write(create(PaymentEntity, payment));
      return { reply: { status: 200, body: undefined } };
    },
  });
  return { of, paymentId: payment.paymentId, externalId: payment.externalId ?? '', payment };
}

function newPayment(
  { runtime: { ids, clock } }: TestService,
  { organizationId }: TestOrganization,
  { amount, currency }: { readonly amount: bigint; readonly currency: string },
): Payment {
  const now = clock();
  const at = new Date(now).toISOString();
  return {
    organizationId,
    paymentId: paymentIdOn(ids.next('lnk', now), ids.suffix(now)),
    version: 1,
    status: 'pending',
    method: { kind: 'card' },
    recordedIn: 1,
    amount,
    tax: 0n,
    currency,
    refunded: 0n,
    reversed: 0n,
    disputes: [],
    refunds: [],
    livemode: false,
    createdAt: at,
    updatedAt: at,
  };
}

interface RefundOptions {
  readonly key?: string;
  readonly by?: Credentials | TestSession;
  readonly allowDuplicate?: boolean;
  /** The id in the path, where it is not the payment's own. */
  readonly id?: string;
}

export function refund(
  service: TestService,
  { of, paymentId }: Pick<Sold, 'of' | 'paymentId'>,
  body: object = {},
  { key, by = of, allowDuplicate, id = paymentId }: RefundOptions = {},
): Promise<Answer> {
  const path = `/checkout/organizations/${of.organizationId}/payments/${id}/refund`;
  return service.post(path, by, body, {
    ...(key !== undefined && { idempotencyKey: key }),
    ...(allowDuplicate && { headers: { 'x-allow-duplicate': 'true' } }),
  });
}

export async function paymentOf(service: TestService, { of, paymentId }: Sold): Promise<Payment> {
  return (await service.runtime.store.get(paymentRef(of.organizationId, paymentId))) as Payment;
}

/** The types of the payment's events, in order. */
export async function announced(service: TestService, { of, paymentId }: Sold): Promise<string[]> {
  const events = await readFeed(service, of);
  return events.filter(({ data }) => data.id === paymentId).map(({ type }) => type.replace('checkout_payment.', ''));
}

/** Base units that the acquirer has refunded, or is about to, and how often it was asked. */
export async function atAcquirer(service: TestService, { externalId }: Sold) {
  const { refunds = [] } = (await service.runtime.store.get(refundsRef(externalId))) ?? {};
  const made = refunds.filter(({ refused }) => !refused);
  return { asked: refunds.length, amount: made.reduce((sum, { amount }) => sum + amount, 0n) };
}

/** Until then the request itself may settle its intent. */
export const untilResumedMs = lockMs + 3_000;
