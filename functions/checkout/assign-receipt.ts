import * as z from 'zod';
import { assignReceipt } from '../../shared/checkout/methods/crypto/payments/assign-receipt.ts';
import { ReceiptView } from '../../shared/checkout/methods/crypto/payments/present-receipt.ts';
import { paymentSubject } from '../../shared/checkout/payments/payment-subject.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { Id } from '../../shared/contract/fields.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'assignReceipt',
  summary: 'Assign a receipt to a payment',
  description:
    'Puts what came on a payment by crypto in the same token, in whole cents: less than the amount leaves it `pending`, what completes it ' +
    'makes it `paid`, and on one that was paid it is a payment of its own, `late`. A transfer is on one payment: assigned to the same one ' +
    'again it stays as it is, to another it is a `CONFLICT`, also where somebody else who has registered the address was first.',
  method: 'POST',
  path: `${C}/receipts/{receiptId}/assign`,
  callers: ['session'],
  permission: 'checkout.refund',
  subject: paymentSubject,
  audit: 'crypto_receipt.assign',
  body: z
    .strictObject({ paymentId: Id.meta({ description: 'The payment, or its `externalId`.' }) })
    .meta({ id: 'AssignReceipt', description: 'The payment that the money is for.' }),
  responses: { 200: { description: 'The receipt, `assigned`.', schema: ReceiptView } },
  errors: ['NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'],
  handle: ({ parameters: { receiptId }, body: { paymentId }, organization: { organizationId }, runtime, execution }) =>
    assignReceipt(runtime, organizationId, { receiptId, paymentId }, execution),
});
