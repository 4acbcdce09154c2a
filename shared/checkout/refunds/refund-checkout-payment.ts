import { ServiceError } from '../../ground/errors/service-error.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import { sha256Hex } from '../../ground/signatures/canonical.ts';
import { replace } from '../../ground/table/writes.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { guardRef, refuseDuplicate } from '../../journal/idempotency/duplicate-guard.ts';
import type { Binding } from '../../journal/intents/bind-intent.ts';
import { executeIntent } from '../../journal/intents/execute-intent.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { findPayment, foundPayment } from '../payments/find-payment.ts';
import { type Payment, PaymentEntity, paymentRef } from '../payments/payment.ts';
import { refundAmount } from './refund-amount.ts';
import { type AskedRefund, type RefundKind, refundKindOf } from './refund-kind.ts';
import type { RefundRequest } from './refund-request.ts';
import { refundable } from './refundable.ts';

type Reads = {
  readonly payment: ReturnType<typeof paymentRef>;
  readonly earlierGuard?: ReturnType<typeof guardRef>;
};

interface RefundOf {
  readonly organizationId: string;
  /** The `id` or `externalId` of the payment. */
  readonly id: string;
  /** How the payments of each method are refunded, by kind. */
  readonly kinds: ReadonlyMap<string, RefundKind>;
}

/** Used for methods without refunds. The payment is refused before the processor is called. */
const notRefunded = refundKindOf({
  name: 'none',
  processor() {
    throw new Error('payments of this method cannot be refunded');
  },
});

/**
 * Refunds a payment, in part or in full (specification, Refund a payment). The amount is reserved until the acquirer
 * has answered.
 * @throws ServiceError NOT_FOUND, ACCOUNT_BLOCKED, VALIDATION_ERROR, BAD_REQUEST, REFUND_NOT_ALLOWED, REFUND_DISPUTED,
 * REFUND_EXCEEDS_REMAINING, REFUND_IN_PROGRESS; PROVIDER_REJECTED, in which case no money has moved; CONFLICT if the
 * request asks for the remaining amount and that changed in the meantime
 * @throws OutcomePending when the acquirer gave no final answer
 */
export async function refundCheckoutPayment(
  runtime: Runtime<'cards'>,
  { organizationId, id, kinds }: RefundOf,
  request: RefundRequest,
  execution: Execution,
) {
  const seen = await findPayment(runtime.store, organizationId, id);
  const { paymentId } = seen;
  const { guard, keyed } = execution;
  const refundId = runtime.ids.next('re', runtime.clock());
  const binding: Binding<Reads, AskedRefund> = {
    organizationId,
    reads: {
      payment: paymentRef(organizationId, paymentId),
      ...(keyed && { earlierGuard: guardRef(organizationId, keyed) }),
    },
    decide: ({ organization, payment: found, earlierGuard }, draft, intentId) => {
      refuseSuspended(organization);
      // Earlier releases guarded by the bytes of the request and the person. Such guards are no longer written.
      draft.skipCheck('earlierGuard');
      if (guard) refuseDuplicate({ ...guard, owner: undefined }, earlierGuard, draft.now);
      const payment = foundPayment(found);
      const amount = refundAmount(payment, request, kinds);
      if (request.amount === undefined) refuseOtherRefunds(seen, payment);
      draft.write(replace(PaymentEntity, { ...payment, refunding: { refundId, intentId, amount } }));
      return { call: callOf(payment, { refundId, amount }, request), resourceId: paymentId };
    },
  };
  const twin = guard && { guard: { ...guard, hash: refundHash(seen, request) } };
  return executeIntent(runtime, kinds.get(seen.method.kind) ?? notRefunded, binding, { ...execution, ...twin });
}

/**
 * Returns the hash by which duplicate refunds are recognized. It covers payment and amount, but not the notation of the
 * amount or the notes (docs/adr/0075). "The remaining amount" counts as a separate amount, because each refund changes
 * what remains.
 */
function refundHash({ paymentId, currency }: Payment, { amount }: RefundRequest): string {
  const sum = amount === undefined ? 'all' : readAmount(amount, currency).toString();
  return sha256Hex(`refund\n${paymentId}\n${sum}`);
}

/** A request for the remaining amount refers to the amount that remained when it was made. */
function refuseOtherRefunds(seen: Payment, payment: Payment): void {
  if (refundable(seen) === refundable(payment)) return;
  throw new ServiceError('CONFLICT', 'another refund was made just before this one; read the payment');
}

function callOf(
  { organizationId, paymentId, externalId = '', currency }: Payment,
  { refundId, amount }: { readonly refundId: string; readonly amount: bigint },
  { reason, note }: RefundRequest,
): AskedRefund {
  const what = { organizationId, paymentId, externalId, refundId, amount: amount.toString(), currency };
  return { ...what, ...(reason && { reason }), ...(note && { note }) };
}
