import type { chains } from './crypto-address.ts';

/** The names that wallets use, whatever their language. */
const names: Readonly<Record<(typeof chains)[number], string>> = {
  ethereum: 'Ethereum',
  polygon: 'Polygon',
  base: 'Base',
  arbitrum: 'Arbitrum One',
};

/** @param chain from a link's method */
export function networkName(chain: string): string {
  return Object.hasOwn(names, chain) ? names[chain as keyof typeof names] : chain;
}
