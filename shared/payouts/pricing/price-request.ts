import * as z from 'zod';
import { AmountText, Id } from '../../contract/fields.ts';
import { type AmountLeg, amountLegs } from '../../ports/amount-leg.ts';

/** What is priced: an amount to an account. */
export interface PriceRequest {
  readonly amount: string;
  readonly amountLeg: AmountLeg;
  readonly destinationAccountId: string;
  readonly purposeOfPayment?: string | undefined;
  readonly funding?: 'self' | undefined;
}

/** The fields that quotes and payouts share (specification, Quote a payout, Body). */
export const priceFields = {
  amount: AmountText,
  amountLeg: z.enum(amountLegs).default('source').meta({
    description:
      '`source`: the amount debited, fee included. `source_net`: the amount converted, with the fee added on top. `destination`: the amount that arrives.',
  }),
  destinationAccountId: Id.meta({ description: "The id of a recipient's payout method." }),
  funding: z.enum(['self']).optional().meta({ description: '`self`: you send the money yourself.' }),
};
