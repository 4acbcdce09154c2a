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
    'Pays a published link of the sandbox, as a buyer would. The last two digits of its total in minor units choose what ' +
    'becomes of the payment: read `GET /checkout/organizations/{orgId}/sandbox/scenarios`. At most 100 a link.',
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
        .meta({ description: 'Yours: simulating under it again answers the first payment.' }),
      clientReferenceId: label(255).optional().meta({ description: "The link's when absent." }),
    })
    .meta({ id: 'SimulateCheckoutPayment', description: 'References for the simulated payment.' }),
  responses: { 200: { description: 'The payment, as it is at that instant.', schema: CheckoutPayment } },
  errors: ['NOT_FOUND', 'BAD_REQUEST', 'LINK_EXPIRED'],
  handle: ({ parameters: { linkId }, body, organization: { organizationId }, runtime, execution }) =>
    simulateCheckoutPayment(runtime, organizationId, linkId, body, execution),
});
