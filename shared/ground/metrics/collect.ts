import { AsyncLocalStorage } from 'node:async_hooks';
import type { Measurement } from './catalog.ts';

/** The outcome of claimed work. */
export type WorkOutcome = 'done' | 'postponed' | 'parked';

/** Everything that was measured during a piece of work, for its log line. */
export interface Collected {
  readonly measurements: readonly Measurement[];
  readonly outcomes: Readonly<Record<WorkOutcome, number>>;
}

interface Collecting extends Collected {
  readonly measurements: Measurement[];
  readonly outcomes: Record<WorkOutcome, number>;
}

const running = new AsyncLocalStorage<Collecting>();

/**
 * Does a piece of work and collects what is measured meanwhile, independently of other work in the process.
 * Measurements outside such work are dropped.
 */
export function collecting<T>(work: (collected: Collected) => T): T {
  const collected: Collecting = { measurements: [], outcomes: { done: 0, postponed: 0, parked: 0 } };
  return running.run(collected, () => work(collected));
}

/**
 * Adds measurements to the log line of the current work. Measurements that must count even if the process dies need
 * their own line; see `metricFields`.
 */
export function measure(...measurements: readonly Measurement[]): void {
  running.getStore()?.measurements.push(...measurements);
}

export function countOutcome(outcome: WorkOutcome): void {
  const collected = running.getStore();
  if (collected) collected.outcomes[outcome] += 1;
}
