import * as z from 'zod';
import { paymentSubject } from '../../shared/checkout/payments/payment-subject.ts';
import { CheckoutPayment } from '../../shared/checkout/payments/present-payment.ts';
import { simulateCheckoutPayment } from '../../shared/checkout/sandbox/simulate-checkout-payment.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { label } from '../../shared/contract/fields.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'simulateCheckoutPayment',
  summary: 'Simulate a payment',
  description:
    'Pays a published sandbox link as a buyer would. The last two digits of the total, in minor units, select ' +
    'the outcome: see `GET /checkout/organizations/{orgId}/sandbox/scenarios`. At most 100 per link.',
  method: 'POST',
  path: `${C}/links/{linkId}/payments/simulate`,
  callers: ['key'],
  scope: 'write',
  sandboxOnly: true,
  subject: paymentSubject,
  audit: 'checkout_payment.simulate',
  body: z
    .strictObject({
      reference: label(255)
        .optional()
        .meta({ description: 'Your reference. Simulating with the same reference again returns the first payment.' }),
      clientReferenceId: label(255).optional().meta({ description: 'Defaults to the one on the link.' }),
    })
    .meta({ id: 'SimulateCheckoutPayment', description: 'References for the simulated payment.' }),
  responses: { 200: { description: 'The payment, as it is at that time.', schema: CheckoutPayment } },
  errors: ['NOT_FOUND', 'BAD_REQUEST', 'LINK_EXPIRED'],
  handle: ({ parameters: { linkId }, body, organization: { organizationId }, runtime, execution }) =>
    simulateCheckoutPayment(runtime, organizationId, linkId, body, execution),
});
