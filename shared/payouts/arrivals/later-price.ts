import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { chainAnswer } from '../../ports/token-chain.ts';
import type { SelfFundedPayout } from '../payout/funding.ts';
import { type FundingQuote, priceOfFunds } from '../payout/funding-price.ts';
import { type LaterPrice, priceNow } from './price-now.ts';
import { chainOf } from './record-transfers.ts';

type PricingRuntime = Runtime<'prices' | 'depositChain'>;

/**
 * The price of a payout whose money came after its own price had ended: that of the quote for which it came, or that of now.
 * @returns undefined where nothing can be sent for it any more
 * @throws ChainSilent, and those of a rail
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
 * A quote may be for money that had come before it, and that completed nothing then: nobody has asked whether it would reach a treasury.
 * @throws Error where it would not; an operator decides then
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
