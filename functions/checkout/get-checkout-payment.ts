import { findPayment } from '../../shared/checkout/payments/find-payment.ts';
import { CheckoutPayment, presentPayment } from '../../shared/checkout/payments/present-payment.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'getCheckoutPayment',
  summary: 'Read a payment',
  description: "By its `id`, or by the acquirer's `externalId`.",
  method: 'GET',
  path: `${C}/payments/{paymentId}`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: { 200: { description: 'The payment.', schema: CheckoutPayment } },
  errors: ['NOT_FOUND'],
  handle: async ({ parameters: { paymentId }, organization: { organizationId }, runtime: { store } }) =>
    reply(200, presentPayment(await findPayment(store, organizationId, paymentId))),
});
