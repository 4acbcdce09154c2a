import { exponentOf } from './currencies.ts';

/** An amount of a currency in minor units of a token: a dollar is a token. */
export function inToken(amount: bigint, currency: string, token: string): bigint {
  return amount * unitOf(currency, token);
}

/** The same back. What is less than a minor unit of the currency is dropped. */
export function inCurrency(amount: bigint, token: string, currency: string): bigint {
  return amount / unitOf(currency, token);
}

function unitOf(currency: string, token: string): bigint {
  const [coarse, fine] = [exponentOf(currency), exponentOf(token)];
  if (coarse === undefined || fine === undefined || coarse > fine) throw new Error(`${token} pays no ${currency}`);
  return 10n ** BigInt(fine - coarse);
}
