import type { TransactionVersion } from './transaction-row.ts';

/** What a transaction pays for each unit of gas at most, in wei. */
export type Fees = Pick<TransactionVersion, 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

/** Bounds of what is paid for each unit of gas, in wei. Nodes may lie: the base fee is what the chain charges, but a tip is paid in full. */
export interface FeeBounds {
  readonly leastTip: bigint;
  readonly mostTip: bigint;
  readonly mostFee: bigint;
}

/** What nodes say that transactions pay now. */
export interface MarketFees {
  /** Base fee of the next block: the highest that a node reports. More than the chain charges is never paid. */
  readonly baseFee: bigint;
  /** The lowest that a node says: too little is raised later. */
  readonly tip: bigint;
}

/** Twice the base fee lasts for six full blocks, each of which may raise it by an eighth. */
export function marketFees({ baseFee, tip }: MarketFees, { leastTip, mostTip, mostFee }: FeeBounds): Fees {
  const maxPriorityFeePerGas = least(most(tip, leastTip), mostTip);
  const maxFeePerGas = least(2n * baseFee + maxPriorityFeePerGas, mostFee);
  return { maxFeePerGas, maxPriorityFeePerGas: least(maxPriorityFeePerGas, maxFeePerGas) };
}

/** Higher fees than this are not the reason why a transaction is not mined. */
const mostTimesTheMarket = 4n;

/**
 * The fees of a transaction in the place of one that is not mined. Nodes refuse one that does not pay a tenth more, both as its fee and as its tip:
 * this is an eighth more, or what is paid now.
 * @returns undefined where more would not help, or is more than is ever paid
 */
export function raisedFees(last: Fees, market: Fees, { mostTip, mostFee }: FeeBounds): Fees | undefined {
  const maxPriorityFeePerGas = most(raised(last.maxPriorityFeePerGas), market.maxPriorityFeePerGas);
  const maxFeePerGas = most(most(raised(last.maxFeePerGas), market.maxFeePerGas), maxPriorityFeePerGas);
  if (maxPriorityFeePerGas > mostTip || maxFeePerGas > mostFee) return undefined;
  if (last.maxFeePerGas > mostTimesTheMarket * market.maxFeePerGas) return undefined;
  return { maxFeePerGas, maxPriorityFeePerGas };
}

/** One more than an eighth, because a ninth of eight wei would round to nothing. */
function raised(fee: bigint): bigint {
  return fee + fee / 8n + 1n;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
