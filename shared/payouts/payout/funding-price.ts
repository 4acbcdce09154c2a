import type { Payout } from './payout.ts';

type Funding = NonNullable<Payout['funding']>;

/** A price that was locked for a payout after it was created. */
export type FundingQuote = NonNullable<Funding['quotes']>[number];

type Sums = Pick<Funding, 'amount' | 'received' | 'countedAt' | 'pricedUntil' | 'quotes'>;

/**
 * Decides whether the money of a payout is there, and at which price it is paid. The time of the newest block with a transfer that counts
 * decides, not when that was found. A quote asks for no more than the payout did, so whatever suffices for the payout suffices for each quote.
 * @returns `own`: the price of the payout; `later`: the price that its rail asks for once the money is there; undefined while money is missing
 */
export function priceOfFunds(sums: Sums): 'own' | 'later' | FundingQuote | undefined {
  const { amount, received, countedAt = 0, pricedUntil, quotes = [] } = sums;
  const sufficient = quotes.filter((quote) => received >= quote.amount && countedAt <= quote.expiresAt);
  const inForce = sufficient.find(({ from }) => from <= countedAt);
  if (inForce) return inForce;
  if (received >= amount) return pricedUntil === undefined || countedAt <= pricedUntil ? 'own' : 'later';
  // What arrived before the quote suffices for it: the money is complete from the quote's beginning on.
  return sufficient[0];
}

/** The quote whose price is valid now. */
export function liveQuote({ quotes = [] }: Pick<Funding, 'quotes'>, now: number): FundingQuote | undefined {
  const last = quotes.at(-1);
  return last && now <= last.expiresAt ? last : undefined;
}

/** What is still to be sent for a quote, in minor units of the token. */
export function missingFor({ amount }: Pick<FundingQuote, 'amount'>, { received }: Pick<Funding, 'received'>): bigint {
  return amount > received ? amount - received : 0n;
}
