import { exponentOf } from './currencies.ts';
import { formatAmount } from './money.ts';

/** Converts an amount of a currency to minor units of a token, at one token per dollar. */
export function inToken(amount: bigint, currency: string, token: string): bigint {
  return amount * unitOf(currency, token);
}

/**
 * Converts a token amount to minor units of a currency, at one token per dollar. Anything below a minor unit of the
 * currency is dropped.
 */
export function inCurrency(amount: bigint, token: string, currency: string): bigint {
  return amount / unitOf(currency, token);
}

/** An amount of any listed token as text: all of them have six decimal places. */
export function formatTokens(amount: bigint): string {
  return formatAmount(amount, 'USDC');
}

function unitOf(currency: string, token: string): bigint {
  const [coarse, fine] = [exponentOf(currency), exponentOf(token)];
  if (coarse === undefined || fine === undefined || coarse > fine) throw new Error(`${token} pays no ${currency}`);
  return 10n ** BigInt(fine - coarse);
}
