import * as z from 'zod';
import { Instant, TotalText } from '../../contract/fields.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { SelfFundedPayout } from './funding.ts';
import { type FundingQuote, missingFor } from './funding-price.ts';

export const FundingQuoteView = z
  .object({
    fundingQuoteId: z.string().meta({ description: 'The id that a confirmation can name.' }),
    amount: TotalText.meta({
      description: 'The amount that is still missing, in the token. Zero if what has arrived is enough at this price.',
    }),
    destinationAmount: TotalText.meta({ description: 'The amount that arrives, in the currency of the account.' }),
    expiresAt: Instant.meta({
      description: 'When the price expires, compared with the time of the block that completes the amount.',
    }),
  })
  .meta({ id: 'FundingQuote', description: 'A price that is locked for a payout that you fund yourself.' });

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
