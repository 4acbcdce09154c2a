import * as z from 'zod';
import { priceFields } from '../pricing/price-request.ts';
import { ExpectDestination } from './expect-destination.ts';
import { type GivenFields, givenFields } from './given.ts';

/** The body of `POST P/payouts` (specification, Other referenced operations; design, `POST P/payouts`). */
export const PayoutRequest = z
  .strictObject({
    ...priceFields,
    ...givenFields,
    expectDestination: ExpectDestination.optional(),
  })
  .meta({ id: 'CreatePayout', description: 'The amount to pay, and the account to pay it to.' });

export type PayoutRequest = z.output<typeof PayoutRequest>;

/** The fields of a request that the payout carries: everything that does not say what to pay to which account. */
export function givenOf({
  amount,
  amountLeg,
  destinationAccountId,
  expectDestination,
  funding: _,
  ...given
}: PayoutRequest): GivenFields {
  return given;
}
