import * as z from 'zod';
import { AmountText } from '../../contract/fields.ts';
import { amountLegs } from '../../ports/amount-leg.ts';
import { givenView } from './given.ts';

/** The fields of a payout that was requested, as answers show them. */
export const requestedPayoutFields = {
  destinationAccountId: z.string().meta({ description: 'The account that is paid.' }),
  amount: AmountText,
  amountLeg: z.enum(amountLegs).meta({ description: 'What `amount` is of: see `CreatePayout`.' }),
  ...givenView,
  funding: z.enum(['self']).optional().meta({ description: 'Present where you send the money yourself.' }),
  expectDestination: z
    .object({
      amount: AmountText,
      tolerance: z.string().meta({ description: 'How much less may arrive, as a fraction: `0.01` is one percent.' }),
    })
    .optional()
    .meta({ description: 'What has to arrive; absent: any price of then is taken.' }),
};

/** The content of an approval of kind `payout`: the request as it will be executed. */
export const RequestedPayout = z
  .object({
    recipientId: z.string().meta({ description: 'Who is paid.' }),
    ...requestedPayoutFields,
    sourceAmount: AmountText.optional().meta({
      description: 'The most that you will send, where you fund it yourself.',
    }),
  })
  .meta({ id: 'RequestedPayout', description: 'A payout that waits for votes.' });

export type RequestedPayout = z.infer<typeof RequestedPayout>;
