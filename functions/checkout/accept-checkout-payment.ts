import { acceptCheckoutPayment } from '../../shared/checkout/payments/accept-checkout-payment.ts';
import { paymentSubject } from '../../shared/checkout/payments/payment-subject.ts';
import { CheckoutPayment } from '../../shared/checkout/payments/present-payment.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'acceptCheckoutPayment',
  summary: 'Accept short money for a payment',
  description:
    'A bank payment of which less than its amount came in (`receivedBase`) stays `pending` until the rest comes or it is accepted: ' +
    'then it is `paid`, and emits `checkout_payment.paid`. What comes afterwards is a payment of its own, `late`. A payment that is ' +
    '`paid` stays as it is; one of which nothing came in is a `BAD_REQUEST`.',
  method: 'POST',
  path: `${C}/payments/{paymentId}/accept`,
  callers: ['session'],
  permission: 'checkout.refund',
  subject: paymentSubject,
  audit: 'checkout_payment.accept',
  responses: { 200: { description: 'The payment.', schema: CheckoutPayment } },
  errors: ['NOT_FOUND', 'BAD_REQUEST'],
  handle: ({ parameters: { paymentId }, organization: { organizationId }, runtime, execution }) =>
    acceptCheckoutPayment(runtime, organizationId, paymentId, execution),
});
