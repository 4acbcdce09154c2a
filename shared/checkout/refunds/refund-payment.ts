import { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Binding } from '../../journal/intents/bind-intent.ts';
import { executeIntent } from '../../journal/intents/execute-intent.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { findPayment, foundPayment } from '../payments/find-payment.ts';
import { type Payment, PaymentEntity, paymentRead } from '../payments/payment.ts';
import { refundAmount } from './refund-amount.ts';
import { type AskedRefund, refundKind } from './refund-kind.ts';
import type { RefundRequest } from './refund-request.ts';
import { refundable } from './refundable.ts';

type Reads = { readonly payment: ReturnType<typeof paymentRead> };

interface RefundOf {
  readonly organizationId: string;
  /** Of the payment: ours or the acquirer's. */
  readonly id: string;
}

/**
 * Refunds a card payment, in part or what is left of it (specification, Refund a payment). The amount is reserved until
 * the acquirer has answered.
 * @throws ServiceError NOT_FOUND, ACCOUNT_BLOCKED, VALIDATION_ERROR, BAD_REQUEST, REFUND_NOT_ALLOWED, REFUND_DISPUTED,
 *   REFUND_EXCEEDS_REMAINING, REFUND_IN_PROGRESS; PROVIDER_REJECTED, after which nothing has moved; CONFLICT where all
 *   that is left was asked for, and became another sum meanwhile
 * @throws OutcomePending when the acquirer gave no final answer
 */
export async function refundPayment(
  runtime: Runtime,
  { organizationId, id }: RefundOf,
  request: RefundRequest,
  execution: Execution,
) {
  const seen = await findPayment(runtime.store, organizationId, id);
  const { paymentId } = seen;
  const refundId = runtime.ids.next('re', runtime.clock());
  const binding: Binding<Reads, AskedRefund> = {
    organizationId,
    reads: { payment: paymentRead(organizationId, paymentId) },
    decide: ({ organization, payment: found }, draft, intentId) => {
      refuseSuspended(organization);
      const payment = foundPayment(found);
      const amount = refundAmount(payment, request);
      if (request.amount === undefined) refuseOtherRefunds(seen, payment);
      draft.write(replace(PaymentEntity, { ...payment, refunding: { refundId, intentId, amount } }));
      return { call: callOf(payment, { refundId, amount }, request), resourceId: paymentId };
    },
  };
  return executeIntent(runtime, refundKind, binding, execution);
}

/** Who asks for all that is left means the sum that was left when they asked. */
function refuseOtherRefunds(seen: Payment, payment: Payment): void {
  if (refundable(seen) === refundable(payment)) return;
  throw new ServiceError('CONFLICT', 'another refund landed just before; read the payment');
}

function callOf(
  { organizationId, paymentId, externalId = '', currency }: Payment,
  { refundId, amount }: { readonly refundId: string; readonly amount: bigint },
  { reason, note }: RefundRequest,
): AskedRefund {
  const what = { organizationId, paymentId, externalId, refundId, amount: amount.toString(), currency };
  return { ...what, ...(reason && { reason }), ...(note && { note }) };
}
