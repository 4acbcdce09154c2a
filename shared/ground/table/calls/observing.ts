import { type Collected, collecting } from '../../metrics/collect.ts';
import { metering, type TableUse } from './meter.ts';

/** A piece of work's use of the table, and its measurements. */
export interface Observed {
  readonly use: TableUse;
  readonly collected: Collected;
}

/** Does a piece of work that leaves a log line, and observes it. */
export function observing<T>(work: (observed: Observed) => T): T {
  return metering((use) => collecting((collected) => work({ use, collected })));
}
