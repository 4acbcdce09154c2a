import type { Payout } from '../../../../../shared/payouts/payout/payout.ts';
import { percentile, round } from '../../statistics.ts';
import { commitsMs } from '../../store/latency.ts';
import { isUnsettled, lagOf, type SettlementLag } from '../settlement-lag.ts';
import type { Answered, Cell, Played } from './cell.ts';

export interface CellFigures extends Omit<Cell, 'seed'> {
  /** Payouts made a second, between the first and the last measured answer. */
  readonly perSecond: number;
  /** Completed in the same time. Fewer than were made: settlement has not caught up yet, or never will. */
  readonly settledPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Transactions, reading or writing, that were refused because of another, for each that was committed; workers' too. */
  readonly conflictsPerCommit: number;
  /** Committed transactions for each payout, and the items in them; workers' too. */
  readonly commitsPerPayout: number;
  readonly itemsPerPayout: number;
  /** So long a payout, with its share of settlement, keeps others of its organization from committing. */
  readonly holdsMs: number;
  /** Percent of the payouts that organizations can make which do nothing but commit, one after another. */
  readonly ofCeiling: number;
  /** Calls that were refused because a partition had no throughput left, repeated ones each time. */
  readonly throttled: number;
  /** The partition that refused most, without what tells organizations and payouts apart. */
  readonly throttledMost?: string;
  /** Measured calls that were not answered with success. */
  readonly errors: number;
  /** The first of them. */
  readonly error?: string;
  /** Of all payouts. */
  readonly settlement: SettlementLag;
  /** Of real time, for a payout and its settlement: the service, its caller's signature, and the table in memory. */
  readonly cpuMs: number;
}

/** What a cell shows. */
export function figuresOf(cell: Cell, { answers, payouts, transactions, throttled, cpuMs }: Played): CellFigures {
  const { seed: _, ...load } = cell;
  const { firstAt, lastAt, ...answered } = answering(answers, cell);
  const [commits, items] = [transactions.committed / payouts.length, transactions.items / payouts.length];
  const holdsMs = commitsMs(commits, items);
  return {
    ...load,
    ...answered,
    settledPerSecond: settledPerSecond(payouts, firstAt, lastAt),
    conflictsPerCommit: round(transactions.refused / transactions.committed),
    commitsPerPayout: round(commits),
    itemsPerPayout: round(items, 1),
    holdsMs: round(holdsMs, 1),
    ofCeiling: round((100 * answered.perSecond * holdsMs) / (1000 * cell.organizations), 1),
    ...throttling(throttled),
    settlement: lagOf(payouts, lastAt),
    cpuMs: round(cpuMs / payouts.length, 1),
  };
}

/** Of the measured answers. */
function answering(answers: readonly Answered[], { warmUp, payouts }: Cell) {
  const measured = answers.slice(warmUp, warmUp + payouts);
  const elapsed = measured.filter(({ error }) => !error).map(({ elapsedMs }) => elapsedMs);
  const errors = measured.flatMap(({ error }) => error ?? []);
  const [firstAt, lastAt] = [measured[0]?.at ?? Number.NaN, measured.at(-1)?.at ?? Number.NaN];
  return {
    firstAt,
    lastAt,
    perSecond: round((1000 * (elapsed.length - 1)) / (lastAt - firstAt), 1),
    p50Ms: round(percentile(elapsed, 0.5), 1),
    p99Ms: round(percentile(elapsed, 0.99), 1),
    errors: errors.length,
    ...(errors[0] !== undefined && { error: errors[0] }),
  };
}

function settledPerSecond(payouts: readonly Payout[], fromMs: number, toMs: number): number {
  const settled = payouts.filter((payout) => !isUnsettled(payout)).map(({ updatedAt }) => Date.parse(updatedAt));
  return round((1000 * settled.filter((at) => at >= fromMs && at < toMs).length) / (toMs - fromMs), 1);
}

/** Partitions by their kind: the ids in them tell nothing. */
function throttling(refused: ReadonlyMap<string, number>): Pick<CellFigures, 'throttled' | 'throttledMost'> {
  const [most] = [...refused].sort(([, a], [, b]) => b - a);
  return {
    throttled: [...refused.values()].reduce((sum, count) => sum + count, 0),
    ...(most && { throttledMost: most[0].replace(/#.*/, '') }),
  };
}
