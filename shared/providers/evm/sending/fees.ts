import type { TransactionVersion } from './transaction-row.ts';

/** The maximum that a transaction pays per unit of gas, in wei. */
export type Fees = Pick<TransactionVersion, 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

/**
 * Limits of the price per unit of gas, in wei. Nodes may lie. The chain determines the base fee that is paid, but a tip
 * is paid in full.
 */
export interface FeeBounds {
  readonly leastTip: bigint;
  readonly mostTip: bigint;
  readonly mostFee: bigint;
}

/** The current fees, as reported by nodes. */
export interface MarketFees {
  /** Base fee of the next block: the highest value that a node reports. Only the chain's own base fee is paid. */
  readonly baseFee: bigint;
  /** The lowest value that a node reports. If it is too low, it is raised later. */
  readonly tip: bigint;
}

/** Twice the base fee is enough for six full blocks, each of which can raise it by an eighth. */
export function marketFees({ baseFee, tip }: MarketFees, { leastTip, mostTip, mostFee }: FeeBounds): Fees {
  const maxPriorityFeePerGas = least(most(tip, leastTip), mostTip);
  const maxFeePerGas = least(2n * baseFee + maxPriorityFeePerGas, mostFee);
  return { maxFeePerGas, maxPriorityFeePerGas: least(maxPriorityFeePerGas, maxFeePerGas) };
}

/** If a transaction with these fees is not mined, higher fees would not help. */
const mostTimesTheMarket = 4n;

/**
 * The fees of a transaction that replaces one that is not mined. Nodes refuse a replacement that does not raise both
 * fee and tip by a tenth. This raises them by an eighth, or to the current fees.
 * @returns undefined if higher fees would not help, or would exceed the limits
 */
export function raisedFees(last: Fees, market: Fees, { mostTip, mostFee }: FeeBounds): Fees | undefined {
  const maxPriorityFeePerGas = most(raised(last.maxPriorityFeePerGas), market.maxPriorityFeePerGas);
  const maxFeePerGas = most(most(raised(last.maxFeePerGas), market.maxFeePerGas), maxPriorityFeePerGas);
  if (maxPriorityFeePerGas > mostTip || maxFeePerGas > mostFee) return undefined;
  if (last.maxFeePerGas > mostTimesTheMarket * market.maxFeePerGas) return undefined;
  return { maxFeePerGas, maxPriorityFeePerGas };
}

/** One more than an eighth, because an eighth of a few wei would be rounded down to nothing. */
function raised(fee: bigint): bigint {
  return fee + fee / 8n + 1n;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
