import type { Ids } from '../../../../ground/time/ids.ts';

/** How many amounts of one total there are: less than a cent apart, so that no two totals share one. */
const mostOffset = 9_999;
/** So many are tried in one commit. With nine of ten taken they all fail once in two. */
const tokensDrawn = 2;

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
