import type { Ids } from '../../../../ground/time/ids.ts';

/**
 * The number of different amounts for one total. They differ by less than a cent, so that no two totals share an
 * amount.
 */
const mostOffset = 9_999;
/**
 * The number of random tokens that supply the amounts tried in one commit. When nine of ten amounts are taken, all the
 * tried ones are taken about half of the time.
 */
const tokensDrawn = 2;

/**
 * Draws random amounts, 1 to 9999 millionths above the total. The total itself is never drawn, because someone paying
 * for something else might send it.
 * @param total minor units of a token
 */
export function drawAmounts(ids: Pick<Ids, 'token'>, total: bigint): bigint[] {
  const chance = Array.from({ length: tokensDrawn }, () => ids.token()).join('');
  const words = chance.match(/.{8}/g) ?? [];
  return words.map((word) => total + 1n + BigInt(Number.parseInt(word, 16) % mostOffset));
}
