import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { chainAnswer } from '../../ports/token-chain.ts';
import type { SelfFundedPayout } from '../payout/funding.ts';
import { type FundingQuote, priceOfFunds } from '../payout/funding-price.ts';
import { type LaterPrice, priceNow } from './price-now.ts';
import { chainOf } from './record-transfers.ts';

type PricingRuntime = Runtime<'prices' | 'depositChain'>;

/**
 * The price of a payout whose money arrived after its own price had expired: that of the quote for which it was sent,
 * or the current one.
 * @returns undefined if nothing can be sent for it any more
 * @throws ChainSilent, and the errors of a rail
 */
export async function laterPrice(runtime: PricingRuntime, payout: SelfFundedPayout): Promise<LaterPrice | undefined> {
  const price = priceOfFunds(payout.funding);
  if (typeof price === 'object') return bankedFor(runtime, payout, price);
  try {
    return await priceNow(runtime, payout);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/**
 * A quote may apply to money that had arrived before it without completing the funds. It is then not known whether the
 * money would reach a treasury.
 * @throws Error if it would not; an operator decides then
 */
async function bankedFor(
  runtime: PricingRuntime,
  { payoutId, funding }: SelfFundedPayout,
  quote: FundingQuote,
): Promise<LaterPrice> {
  const [bankable = 0n] = await chainAnswer(() => chainOf(runtime).bankable(funding, [payoutId]));
  if (bankable < quote.amount) throw new Error(`the money of ${payoutId} would not reach a treasury`);
  return quote;
}
