import type { Hex } from 'viem';
import type { Reach } from '../../ground/network/guarded-agents.ts';

/** A token's contract on a chain. */
export interface ChainToken {
  /** The name that its holders use. */
  readonly name: string;
  /** With its checksum (EIP-55). */
  readonly contract: Hex;
  /** Whether it is the issuer's own token. Other tokens under its name are read and fetched, but pay for nothing. */
  readonly isIssued: boolean;
}

export interface KnownChain {
  /** As returned by `eth_chainId`. */
  readonly id: number;
  readonly tokens: readonly [ChainToken, ...ChainToken[]];
}

/** Chains by their names. */
export type Chains = Readonly<Record<string, KnownChain>>;

/** The allowed locations of nodes, and the known chains. */
export interface ChainReach extends Reach {
  /** Set only by the stack on one machine, whose chain is a development node. A stage uses `knownChains`. */
  readonly chains?: Chains;
}

const issued = (name: string, contract: Hex): ChainToken => ({ name, contract, isIssued: true });
const standIn = (name: string, contract: Hex): ChainToken => ({ name, contract, isIssued: false });

/**
 * The chains that Sluice reads, and the dollar tokens on them (Circle's and Tether's lists of contracts, November
 * 2026). All have six decimal places. A contract is code and not a setting, because anyone who could set it could have
 * another token accepted as dollars. Tether itself issues only on Ethereum: its token on Polygon and Arbitrum became
 * USDT0 in 2025, and the one on Base belongs to a bridge.
 */
export const knownChains = {
  ethereum: {
    id: 1,
    tokens: [
      issued('USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
      issued('USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
    ],
  },
  polygon: {
    id: 137,
    tokens: [
      issued('USDC', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
      standIn('USDC.e', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'),
      standIn('USDT0', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
    ],
  },
  base: {
    id: 8453,
    tokens: [
      issued('USDC', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
      standIn('USDbC', '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA'),
      standIn('USDT', '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'),
    ],
  },
  arbitrum: {
    id: 42_161,
    tokens: [
      issued('USDC', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
      standIn('USDC.e', '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8'),
      standIn('USDT0', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
    ],
  },
} as const satisfies Chains;
