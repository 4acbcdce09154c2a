import type { knownChains } from '../chains.ts';
import type { FeeBounds } from './fees.ts';

/** How transactions are sent on a chain. */
export interface SendingRules {
  readonly fees: FeeBounds;
  /** The fees are raised if a transaction is not mined for this long, in milliseconds. */
  readonly raiseAfterMs: number;
  /** Whether nodes accept a transaction with higher fees as the replacement of one that they hold. */
  readonly replaces: boolean;
  /** Maximum number of transactions of one account that are not mined yet. */
  readonly mostPending: number;
  /** Gas of every transaction in addition to its call: 21,000 or more. Only used gas is paid for. */
  readonly baseGas: bigint;
}

const gwei = 1_000_000_000n;
/** The number that nodes keep for each account at least (geth, `txpool.accountslots`). */
const mostPending = 16;

/**
 * Arbitrum has one sequencer, which accepts or refuses each transaction immediately and stores none. Therefore there
 * are no tips and no replacements, and a transaction is sent after the previous one is in a block. Its gas also pays
 * for the bytes on Ethereum, which varies.
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

/** How transactions are sent on a chain. A development node follows the rules of Ethereum. */
export function sendingRulesOf(chain: string): SendingRules {
  const rules: Readonly<Record<string, SendingRules>> = sendingRules;
  return rules[chain] ?? sendingRules.ethereum;
}
