import * as z from 'zod';
import { AmountText, remark } from '../../contract/fields.ts';
import { refundReasons } from '../payments/payment.ts';

/** The body of `POST C/payments/{paymentId}/refund` (specification, Refund request). */
export const RefundRequest = z
  .strictObject({
    amount: AmountText.optional().meta({
      description:
        'In the payment’s currency, with at most as many places as it has; absent: everything still refundable.',
      examples: ['12.50'],
    }),
    reason: z.enum(refundReasons).optional().meta({ description: 'Shown on the refund; absent: none is given.' }),
    note: remark(255).optional().meta({
      description: 'For yourself: the buyer does not see it. It may have line breaks; empty: none.',
    }),
  })
  .meta({ id: 'RefundPayment', description: 'How much goes back, and why.' });

export type RefundRequest = z.output<typeof RefundRequest>;
