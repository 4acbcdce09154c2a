import type { Ids } from '../../../../ground/time/ids.ts';

/** The number of amounts for one total. They differ by less than a cent, so that no two totals share an amount. */
const mostOffset = 9_999;
/** The number of amounts tried in one commit. With nine of ten taken, all of them fail half of the time. */
const tokensDrawn = 2;

/**
 * Random amounts, 1 to 9999 millionths above the total. Never the total itself, which someone paying for something else
 * might send.
 * @param total minor units of a token
 */
export function drawAmounts(ids: Pick<Ids, 'token'>, total: bigint): bigint[] {
  const chance = Array.from({ length: tokensDrawn }, () => ids.token()).join('');
  const words = chance.match(/.{8}/g) ?? [];
  return words.map((word) => total + 1n + BigInt(Number.parseInt(word, 16) % mostOffset));
}
