import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { measurement } from '../../ground/metrics/catalog.ts';
import { replace } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { replaceWork } from '../../journal/due/due-work.ts';
import type { IntentCall, IntentKind } from '../../journal/intents/intent-kind.ts';
import type { RefundCall } from '../../ports/card-acquirer.ts';
import type { AcceptedRefund, MethodRefunds } from '../methods/method-parts.ts';
import { announce } from '../payments/announce.ts';
import type { Applied } from '../payments/applied.ts';
import { foundPayment } from '../payments/find-payment.ts';
import { type Payment, PaymentEntity, paymentRef } from '../payments/payment.ts';
import { type CheckoutPaymentBody, presentPayment } from '../payments/present-payment.ts';
import { type Refund, recordRefund } from '../payments/record-refund.ts';
import { excessesOf } from '../payments/standing.ts';
import type { RefundRequest } from './refund-request.ts';

/** A refund as its intent stores it: the call to the acquirer, plus the fields that only our books have. */
export type AskedRefund = Omit<RefundCall, 'reason'> & Pick<RefundRequest, 'reason' | 'note'>;

type RefundAnswer = { readonly status: 200; readonly body: CheckoutPaymentBody };
type Reads = { readonly payment: ReturnType<typeof paymentRef> };

export type RefundKind = IntentKind<AskedRefund, AcceptedRefund, RefundAnswer, Reads>;

/** Builds the intent that requests refunds from a method's processor (design, refund and silence). */
export function refundKindOf({ name, processor, followUp }: Omit<MethodRefunds, 'kind'>): RefundKind {
  return {
    name,
    processor,
    reads: ({ organizationId, call }) => ({ payment: paymentRef(organizationId, call.paymentId) }),
    settle({ payment: found }, draft, asked, ending) {
      const { refunding: _, ...payment } = foundPayment(found);
      if (ending.outcome === 'refused') {
        store(draft, { payment, news: [] });
        const refusal = new ServiceError('PROVIDER_REJECTED', 'the acquirer refused the refund; nothing moved');
        return { refusal, resourceId: payment.paymentId };
      }
      const refund = refundOf(draft, asked, ending.result);
      const applied = recordRefund({ payment, news: [], differences: [] }, refund);
      if (followUp) draft.write(replaceWork(followUp(payment), draft.now));
      return { reply: reply(200, presentPayment(store(draft, applied))), resourceId: payment.paymentId };
    },
    unclear: () => new ServiceError('REFUND_OUTCOME_UNKNOWN', 'the acquirer did not say whether it made the refund'),
  };
}

function refundOf(
  { timestamp: updatedAt }: JournalDraft,
  { call, boundAt }: IntentCall<AskedRefund>,
  result: AcceptedRefund,
) {
  const { refundId, amount, reason, note } = call;
  const { externalId, status } = result;
  const refund: Refund = {
    refundId,
    externalId,
    status,
    amount: BigInt(amount),
    ...(reason && { reason }),
    ...(note && { note }),
    createdAt: timestamp(boundAt),
    updatedAt,
  };
  return refund;
}

/** @returns the payment as it is stored */
function store(draft: JournalDraft, { payment, news }: Pick<Applied, 'payment' | 'news'>): Payment {
  const changed = { ...announce(draft, payment, news), updatedAt: draft.timestamp };
  draft.write(replace(PaymentEntity, changed));
  if (excessesOf(payment).length > 0) draft.measure(measurement('AcquirerDiffers', 1));
  return changed;
}
