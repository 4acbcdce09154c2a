import { string } from 'dynamodb-toolbox/schema/string';
import * as z from 'zod';
import { paymentMethod } from '../../../../shared/checkout/methods/payment-method.ts';
import { texts } from './texts.ts';

/** Paid in cash at a kiosk, with a code. */
export const voucher = paymentMethod({
  kind: 'voucher',
  requested: z.strictObject({
    kind: z.literal('voucher').meta({ description: 'Paid in cash, at a kiosk.' }),
    chainOfKiosks: z.string().optional(),
  }),
  onLink: {
    stored: { chainOfKiosks: string().optional() },
    shown: { chainOfKiosks: z.string().optional().meta({ description: 'Of a voucher: where it is paid.' }) },
  },
  onPayment: {
    stored: { chainOfKiosks: string().optional() },
    shown: { chainOfKiosks: z.string().optional().meta({ description: 'Of a voucher: where it was paid.' }) },
  },
  isTransfer: true,
  panel: { texts },
});
