import * as z from 'zod';
import { AmountText, remark } from '../../contract/fields.ts';
import { refundReasons } from '../payments/payment.ts';

/** The body of `POST C/payments/{paymentId}/refund` (specification, Refund request). */
export const RefundRequest = z
  .strictObject({
    amount: AmountText.optional().meta({
      description:
        'In the currency of the payment, with at most as many decimal places as it has. If absent, the entire remaining amount is refunded.',
      examples: ['12.50'],
    }),
    reason: z.enum(refundReasons).optional().meta({ description: 'Shown on the refund. Optional.' }),
    note: remark(255).optional().meta({
      description: 'For your own use; not shown to the buyer. Line breaks are allowed.',
    }),
  })
  .meta({ id: 'RefundPayment', description: 'The amount to refund, and the reason.' });

export type RefundRequest = z.output<typeof RefundRequest>;
