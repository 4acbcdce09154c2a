import * as z from 'zod';
import { Instant, TotalText } from '../../contract/fields.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { SelfFundedPayout } from './funding.ts';
import { type FundingQuote, missingFor } from './funding-price.ts';

export const FundingQuoteView = z
  .object({
    fundingQuoteId: z.string().meta({ description: 'What a confirmation may name.' }),
    amount: TotalText.meta({
      description: 'What is still to be sent, in the token. Nothing, where what has come is enough at this price.',
    }),
    destinationAmount: TotalText.meta({ description: 'What arrives for it, in the currency of the account.' }),
    expiresAt: Instant.meta({
      description: 'Until when the price holds, by the time of the block that completes the amount.',
    }),
  })
  .meta({ id: 'FundingQuote', description: 'A price that is locked for the money of a payout.' });

export type FundingQuoteBody = z.infer<typeof FundingQuoteView>;

export function presentFundingQuote(
  { funding, destinationCurrency }: SelfFundedPayout,
  quote: FundingQuote,
): FundingQuoteBody {
  return {
    fundingQuoteId: quote.fundingQuoteId,
    amount: formatAmount(missingFor(quote, funding), funding.token),
    destinationAmount: formatAmount(quote.destinationAmount, destinationCurrency),
    expiresAt: timestamp(quote.expiresAt),
  };
}
