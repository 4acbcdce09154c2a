import { exponentOf } from '../../../../ground/money/currencies.ts';
import type { Ids } from '../../../../ground/time/ids.ts';

/** How many amounts of one total there are: less than a cent apart, so that no two totals share one. */
const mostOffset = 9_999;
/** So many are tried in one commit. With nine of ten taken they all fail once in two. */
const tokensDrawn = 2;

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

/**
 * Amounts drawn by chance, 1 to 9999 millionths above what is to be paid. Never that itself: it is what somebody else sends who
 * pays for something else.
 * @param total minor units of a token
 */
export function drawAmounts(ids: Pick<Ids, 'token'>, total: bigint): bigint[] {
  const chance = Array.from({ length: tokensDrawn }, () => ids.token()).join('');
  const words = chance.match(/.{8}/g) ?? [];
  return words.map((word) => total + 1n + BigInt(Number.parseInt(word, 16) % mostOffset));
}
