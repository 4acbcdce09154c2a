import * as z from 'zod';
import { Instant, TotalText } from '../../contract/fields.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Mode } from '../../ports/runtime.ts';
import { isComplete, type SelfFundedPayout } from './funding.ts';
import { liveQuote, missingFor } from './funding-price.ts';
import type { Payout } from './payout.ts';

export const FundingInstructionsView = z
  .object({
    payoutId: z.string().meta({ description: 'The payout that waits for the money.' }),
    amount: TotalText.meta({
      description:
        'The exact amount to send, in the token. While a funding quote is valid, the amount that is still missing at its price.',
    }),
    token: z.string().meta({ description: 'The stablecoin to send.', examples: ['USDC'] }),
    chain: z.string().meta({ description: 'The network to send it on.', examples: ['base'] }),
    address: z.string().meta({ description: 'Where to send it.' }),
    expiresAt: Instant.nullable().meta({ description: 'The time by which the money must arrive. Normally null.' }),
    priceExpiresAt: Instant.optional().meta({
      description:
        'When the price expires, compared with the time of the block that completes the amount. Absent if it never expires.',
    }),
    fundingQuoteId: z.string().optional().meta({ description: 'The quote whose price is valid now.' }),
    destinationAmount: TotalText.optional().meta({
      description: 'The amount that arrives at the price of that quote.',
    }),
    minimumDestinationAmount: TotalText.optional().meta({
      description:
        'The least that must arrive if the money comes later and is priced again. If less would arrive, the payout fails as `quote_expired`, and the money becomes a deposit.',
    }),
  })
  .meta({
    id: 'FundingInstructions',
    description: 'The payout that the instructions are for. Read its status before you follow old instructions.',
  });

/**
 * Narrows a payout to one that its organization funds itself.
 * @throws ServiceError BAD_REQUEST (sandbox, settles from the balance), FUNDING_NOT_APPLICABLE
 */
export function selfFunded(payout: Payout, mode: Mode): SelfFundedPayout {
  const { payoutId, requiresFunding, funding } = payout;
  if (!requiresFunding && mode === 'sandbox') {
    throw new ServiceError('BAD_REQUEST', 'the payout settles from the sandbox balance');
  }
  if (!requiresFunding) throw new ServiceError('FUNDING_NOT_APPLICABLE', 'the payout settles from the balance');
  if (!funding) throw new Error(`nothing tells how ${payoutId} is funded`);
  return { ...payout, funding };
}

/** @throws ServiceError FUNDING_NOT_APPLICABLE for a payout that no longer awaits money */
function refuseNothingToSend({ status, funding }: SelfFundedPayout): void {
  if (status !== 'awaiting_funds' || isComplete(funding))
    throw new ServiceError(
      'FUNDING_NOT_APPLICABLE',
      status === 'pending' || status === 'awaiting_funds'
        ? 'its money is there: nothing is to be sent'
        : `the payout is ${status}: nothing is to be sent`,
    );
}

/**
 * How a payout is funded, as it was fixed when the payout was made, and at which price (specification, Get funding instructions).
 * @throws ServiceError those of `selfFunded` and `refuseNothingToSend`
 */
export function getPayoutFunding(found: Payout, mode: Mode, now: number): z.infer<typeof FundingInstructionsView> {
  const payout = selfFunded(found, mode);
  refuseNothingToSend(payout);
  const { payoutId, funding } = payout;
  const { amount, token, chain, address } = funding;
  const instructions = { payoutId, amount: formatAmount(amount, token), token, chain, address, expiresAt: null };
  return { ...instructions, ...laterPrice(payout), ...quotedPrice(payout, now) };
}

function quotedPrice({ funding, destinationCurrency }: SelfFundedPayout, now: number) {
  const quote = liveQuote(funding, now);
  if (!quote) return {};
  return {
    amount: formatAmount(missingFor(quote, funding), funding.token),
    fundingQuoteId: quote.fundingQuoteId,
    destinationAmount: formatAmount(quote.destinationAmount, destinationCurrency),
    priceExpiresAt: timestamp(quote.expiresAt),
  };
}

/** What happens to money that arrives after the price has ended. */
function laterPrice({ funding, destinationAmount, destinationCurrency }: SelfFundedPayout) {
  const { pricedUntil, isExact, leastDestination = destinationAmount } = funding;
  if (pricedUntil === undefined) return {};
  const least = isExact ? destinationAmount : leastDestination;
  return {
    priceExpiresAt: timestamp(pricedUntil),
    minimumDestinationAmount: formatAmount(least, destinationCurrency),
  };
}
