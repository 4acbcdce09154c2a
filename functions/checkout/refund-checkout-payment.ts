import { refundKinds } from '../../shared/checkout/every-method/refund-kinds.ts';
import { CheckoutPayment } from '../../shared/checkout/payments/present-payment.ts';
import { refundCheckoutPayment } from '../../shared/checkout/refunds/refund-checkout-payment.ts';
import { RefundRequest } from '../../shared/checkout/refunds/refund-request.ts';
import { refundSubject } from '../../shared/checkout/refunds/refund-subject.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';
import { refuseNotPositive } from '../../shared/ground/money/refuse-not-positive.ts';

export const endpoint = defineEndpoint({
  operation: 'refundCheckoutPayment',
  summary: 'Refund a payment',
  description:
    'Refunds a card payment, in part or in full; `paymentId` is its `id` or its `externalId`. You can make ' +
    'several refunds, one at a time. A refund that the acquirer accepted but has not completed is `pending` in ' +
    '`refunds` and reserves its amount. When it succeeds, `refundedBase` increases and an event is sent. If it ' +
    'fails later, `checkout_payment.refund_failed` reports it. Fees are not returned.\n\nIf the acquirer has not ' +
    'confirmed whether it made the refund (`PAYOUT_OUTCOME_UNKNOWN`, `REFUND_OUTCOME_UNKNOWN`), the service ' +
    'keeps asking until it does. Read the payment, and never resend the refund with a new key.',
  method: 'POST',
  path: `${C}/payments/{paymentId}/refund`,
  callers: ['key', 'session'],
  scope: 'refunds',
  permission: 'checkout.refund',
  verification: 'exempt',
  duplicateGuard: true,
  subject: refundSubject,
  audit: 'checkout_payment.refund',
  refuseEarly: refuseNotPositive,
  body: RefundRequest,
  responses: { 200: { description: 'The payment, including the new refund.', schema: CheckoutPayment } },
  errors: [
    'NOT_FOUND',
    'BAD_REQUEST',
    'REFUND_NOT_ALLOWED',
    'REFUND_DISPUTED',
    'REFUND_EXCEEDS_REMAINING',
    'REFUND_IN_PROGRESS',
    'REFUND_OUTCOME_UNKNOWN',
    'PROVIDER_REJECTED',
    'CONFLICT',
  ],
  uses: ['cards'],
  handle: ({ body, parameters: { paymentId: id }, organization: { organizationId }, runtime, execution }) =>
    refundCheckoutPayment(runtime, { organizationId, id, kinds: refundKinds }, body, execution),
});
