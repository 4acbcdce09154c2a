import type { knownChains } from '../chains.ts';

const cent = 10_000n;

/**
 * What has to be at an address before it is flushed, in millionths of a dollar: about what a flush costs on a busy day. In a group of ten one takes
 * 85,000 gas. On Ethereum that is five dollars at 15 gwei and 4,000 dollars for a coin, and a cent or two on the others.
 */
const worthwhile: Readonly<Record<keyof typeof knownChains, bigint>> = {
  ethereum: 500n * cent,
  polygon: 5n * cent,
  base: 5n * cent,
  arbitrum: 10n * cent,
};

/** On a development node coins cost nothing. */
export function worthFlushingOn(chain: string): bigint {
  const amounts: Readonly<Record<string, bigint>> = worthwhile;
  return amounts[chain] ?? cent;
}
