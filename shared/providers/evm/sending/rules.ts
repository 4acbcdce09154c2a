import type { knownChains } from '../chains.ts';
import type { FeeBounds } from './fees.ts';

/** How transactions are sent on a chain. */
export interface SendingRules {
  readonly fees: FeeBounds;
  /** Milliseconds without being mined, after which the fees are raised. */
  readonly raiseAfterMs: number;
  /** Whether nodes take a transaction that pays more in the place of another one that they hold back. */
  readonly replaces: boolean;
  /** Transactions of one account that are not mined yet, at once. */
  readonly mostPending: number;
  /** What every transaction takes besides its call, 21,000 and more. Only used gas is paid for. */
  readonly baseGas: bigint;
}

const gwei = 1_000_000_000n;
/** Nodes keep so many of an account at least (geth, `txpool.accountslots`). */
const mostPending = 16;

/**
 * Arbitrum has one sequencer, which takes each transaction as it comes or refuses it, and keeps none for later. So there is no tip and no
 * replacement, and a transaction is sent after the one before it is in a block. Its gas also pays for the bytes on Ethereum, which varies.
 */
export const sendingRules: Readonly<Record<keyof typeof knownChains, SendingRules>> = {
  ethereum: {
    fees: { leastTip: gwei / 20n, mostTip: 20n * gwei, mostFee: 300n * gwei },
    raiseAfterMs: 120_000,
    replaces: true,
    mostPending,
    baseGas: 60_000n,
  },
  polygon: {
    // Nodes refuse a tip of less than 25 gwei.
    fees: { leastTip: 30n * gwei, mostTip: 1_000n * gwei, mostFee: 5_000n * gwei },
    raiseAfterMs: 60_000,
    replaces: true,
    mostPending,
    baseGas: 60_000n,
  },
  base: {
    fees: { leastTip: gwei / 1_000n, mostTip: 5n * gwei, mostFee: 20n * gwei },
    raiseAfterMs: 60_000,
    replaces: true,
    mostPending,
    baseGas: 60_000n,
  },
  arbitrum: {
    fees: { leastTip: 0n, mostTip: 0n, mostFee: 50n * gwei },
    raiseAfterMs: 60_000,
    replaces: false,
    mostPending: 1,
    baseGas: 1_000_000n,
  },
};

/** How transactions are sent on a chain. A development node's follows the rules of Ethereum. */
export function sendingRulesOf(chain: string): SendingRules {
  const rules: Readonly<Record<string, SendingRules>> = sendingRules;
  return rules[chain] ?? sendingRules.ethereum;
}
