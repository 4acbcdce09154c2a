import type { Address } from 'viem';
import { encodeDeployData } from 'viem/utils';
import { priceAnswer } from '../../../contracts/price-answer.ts';
import type { NodeBlock } from './node.ts';
import { NodesDisagree, type Witnesses } from './witnesses.ts';

/**
 * In hundredths of a dollar. Below this price a token does not count as a dollar, and a price this far above it belongs
 * to another asset.
 */
const leastCents = 99n;
const mostCents = 110n;
/** Feeds of dollar tokens are updated once a day, and whenever the price moves. Milliseconds. */
const oldestMs = 25 * 60 * 60 * 1000;
/** A block's time may differ a little from that of the price in it. Milliseconds. */
const aheadMs = 60 * 60 * 1000;
/** Feeds have 8 or 18. */
const mostDecimals = 36n;

/** A price feed at a final block. */
export interface FeedAnswer {
  /** In dollars. */
  readonly price?: string;
  /** Why the token does not count as a dollar, as text. */
  readonly fault?: string;
}

/**
 * Reads a price feed at a final block from every node (Chainlink's `latestRoundData` and `decimals`). The age of a
 * price is measured by the block's time, on which nodes agree.
 * @throws NodesDisagree, NodeFailed; then nothing is known
 */
export async function askFeed(witnesses: Witnesses, feed: Address, at: NodeBlock): Promise<FeedAnswer> {
  const { abi, bytecode } = priceAnswer;
  const answer = await witnesses.run(encodeDeployData({ abi, bytecode, args: [feed] }), at);
  const words = (answer.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
  if (words.length !== 4 || answer.length !== 2 + 4 * 64)
    throw new NodesDisagree(`nodes answer ${answer.length} characters for a price`);
  const [hasAnswered, price, madeAt, decimals] = words as [bigint, bigint, bigint, bigint];
  if (hasAnswered !== 1n) return { fault: `the price feed ${feed} does not answer` };
  if (decimals > mostDecimals) return { fault: `the price feed ${feed} has ${decimals} decimals` };
  return judgePrice({ price: BigInt.asIntN(256, price), decimals, ageMs: at.madeAt - Number(madeAt) * 1000 });
}

interface Price {
  readonly price: bigint;
  readonly decimals: bigint;
  readonly ageMs: number;
}

/** Exported for its tests. */
export function judgePrice({ price, decimals, ageMs }: Price): FeedAnswer {
  const one = 10n ** decimals;
  const shown = inDollars(price, decimals);
  if (price * 100n < leastCents * one || price * 100n > mostCents * one)
    return { price: shown, fault: `the price feed says ${shown} dollars` };
  if (ageMs > oldestMs || ageMs < -aheadMs)
    return { price: shown, fault: `the price feed's last price is ${Math.round(ageMs / 3_600_000)} hours old` };
  return { price: shown };
}

function inDollars(price: bigint, decimals: bigint): string {
  const sign = price < 0n ? '-' : '';
  const digits = `${price < 0n ? -price : price}`.padStart(Number(decimals) + 1, '0');
  const places = digits.length - Number(decimals);
  return `${sign}${digits.slice(0, places)}${decimals > 0n ? `.${digits.slice(places)}` : ''}`;
}
