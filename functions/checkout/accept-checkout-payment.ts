import { acceptCheckoutPayment } from '../../shared/checkout/payments/accept-checkout-payment.ts';
import { paymentSubject } from '../../shared/checkout/payments/payment-subject.ts';
import { CheckoutPayment } from '../../shared/checkout/payments/present-payment.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'acceptCheckoutPayment',
  summary: 'Accept a partial amount for a payment',
  description:
    'A bank payment that received less than its amount (`receivedBase`) stays `pending` until the rest arrives ' +
    'or you accept it. Accepting it makes it `paid` and emits `checkout_payment.paid`. Money that arrives ' +
    'afterwards becomes a separate `late` payment. Accepting a payment that is already `paid` changes nothing; ' +
    'accepting one that received nothing is a `BAD_REQUEST`.',
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
