import { string } from 'dynamodb-toolbox/schema/string';
import * as z from 'zod';
import { AccountId } from '../account-id.ts';
import { paymentMethod } from '../payment-method.ts';
import { account } from './account.ts';
import { texts } from './texts.ts';

/** Payment by a bank transfer that carries the payment's own reference. */
export const bank = paymentMethod({
  kind: 'bank',
  requested: z.strictObject({
    kind: z.literal('bank').meta({ description: 'Paid by bank transfer, into `accountId`.' }),
    accountId: AccountId,
  }),
  account,
  onLink: {
    stored: {
      /** What the buyer sees, as JSON text. It is fixed when the link is published. */
      details: string().optional(),
    },
    shown: {},
  },
  onPayment: { stored: {}, shown: {} },
  isTransfer: true,
  panel: { texts },
});
