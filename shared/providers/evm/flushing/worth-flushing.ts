import type { knownChains } from '../chains.ts';

const cent = 10_000n;

/**
 * The minimum balance of an address before it is flushed, in millionths of a dollar: about the cost of a flush on a
 * busy day. In a group of ten, each flush takes 85,000 gas. On Ethereum that is five dollars at 15 gwei and 4,000
 * dollars per coin, and a cent or two on the other chains.
 */
const worthwhile: Readonly<Record<keyof typeof knownChains, bigint>> = {
  ethereum: 500n * cent,
  polygon: 5n * cent,
  base: 5n * cent,
  arbitrum: 10n * cent,
};

/** Coins are free on a development node. */
export function worthFlushingOn(chain: string): bigint {
  const amounts: Readonly<Record<string, bigint>> = worthwhile;
  return amounts[chain] ?? cent;
}
