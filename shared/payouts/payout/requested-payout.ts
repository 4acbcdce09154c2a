import * as z from 'zod';
import { AmountText } from '../../contract/fields.ts';
import { amountLegs } from '../../ports/amount-leg.ts';
import { givenView } from './given.ts';

/** The fields of a payout that was requested, as answers show them. */
export const requestedPayoutFields = {
  destinationAccountId: z.string().meta({ description: 'The account that receives the money.' }),
  amount: AmountText,
  amountLeg: z
    .enum(amountLegs)
    .meta({ description: 'The side of the payout that `amount` refers to: see `CreatePayout`.' }),
  ...givenView,
  funding: z.enum(['self']).optional().meta({ description: 'Present if you send the money yourself.' }),
  expectDestination: z
    .object({
      amount: AmountText,
      tolerance: z.string().meta({ description: 'How much less may arrive, as a fraction. `0.01` is one percent.' }),
    })
    .optional()
    .meta({ description: 'The amount that should arrive. If absent, any price is accepted.' }),
};

/** The content of an approval of kind `payout`: the request as it will be executed. */
export const RequestedPayout = z
  .object({
    recipientId: z.string().meta({ description: 'The recipient who is paid.' }),
    ...requestedPayoutFields,
    sourceAmount: AmountText.optional().meta({
      description: 'The most that you will send, if you fund the payout yourself.',
    }),
  })
  .meta({ id: 'RequestedPayout', description: 'A payout that waits for votes.' });

export type RequestedPayout = z.infer<typeof RequestedPayout>;
