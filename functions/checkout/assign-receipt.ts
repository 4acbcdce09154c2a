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
    'Assigns a crypto transfer to a payment in the same token, in whole cents. An amount below what is due ' +
    'leaves the payment `pending`; the amount that completes it makes it `paid`; on a paid payment it becomes a ' +
    'separate `late` payment. A transfer belongs to one payment: assigning it to the same payment again changes ' +
    'nothing, and assigning it to another is a `CONFLICT`. It is also a `CONFLICT` if another organization that ' +
    'registered the same address assigned it first.',
  method: 'POST',
  path: `${C}/receipts/{receiptId}/assign`,
  callers: ['session'],
  permission: 'checkout.refund',
  subject: paymentSubject,
  audit: 'crypto_receipt.assign',
  body: z
    .strictObject({ paymentId: Id.meta({ description: 'The `id` of the payment, or its `externalId`.' }) })
    .meta({ id: 'AssignReceipt', description: 'The payment that the money is for.' }),
  responses: { 200: { description: 'The receipt, `assigned`.', schema: ReceiptView } },
  errors: ['NOT_FOUND', 'BAD_REQUEST', 'CONFLICT'],
  handle: ({ parameters: { receiptId }, body: { paymentId }, organization: { organizationId }, runtime, execution }) =>
    assignReceipt(runtime, organizationId, { receiptId, paymentId }, execution),
});
