import { string } from 'dynamodb-toolbox/schema/string';
import * as z from 'zod';
import { type NamedMethod, paymentMethod } from '../payment-method.ts';
import { texts } from './texts.ts';

/** Payment on a card page of the acquirer. Publishing a link sets up its price with the acquirer. */
export const card = paymentMethod({
  kind: 'card',
  requested: z.strictObject({ kind: z.literal('card').meta({ description: 'Paid by card.' }) }),
  onLink: { stored: {}, shown: {} },
  onPayment: {
    stored: { brand: string().optional(), last4: string().optional() },
    shown: {
      brand: z.string().optional().meta({ description: 'Card payments: the card scheme. Absent until it is known.' }),
      last4: z
        .string()
        .optional()
        .meta({ description: 'Card payments: the last four digits. Absent until they are known.' }),
    },
  },
  isTransfer: false,
  panel: { texts },
});

/** Tells whether a link can be paid by card. */
export function offersCards({ methods }: { readonly methods: readonly NamedMethod[] }): boolean {
  return methods.some(({ kind }) => kind === card.kind);
}
