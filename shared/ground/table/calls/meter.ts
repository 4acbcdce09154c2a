import { AsyncLocalStorage } from 'node:async_hooks';

/** A piece of work's use of the table so far. */
export interface TableUse {
  /** Calls to DynamoDB, including those that the SDK repeated. */
  readonly tableCalls: number;
  /** Request units as reported by DynamoDB. It does not report those of a refused call, although it bills them. */
  readonly readUnits: number;
  readonly writeUnits: number;
  /** How often a commit was decided and tried. */
  readonly commitAttempts: number;
}

type Counter = keyof TableUse;

export class Meter implements TableUse {
  tableCalls = 0;
  readUnits = 0;
  writeUnits = 0;
  commitAttempts = 0;
  readonly #outer: Meter | undefined;

  constructor(outer: Meter | undefined) {
    this.#outer = outer;
  }

  count(counter: Counter, amount: number): void {
    this[counter] += amount;
    this.#outer?.count(counter, amount);
  }
}

const running = new AsyncLocalStorage<Meter>();

/**
 * Does a piece of work and counts its use of the table, independently of other work in the process. Nested metered work
 * counts toward the outer one, too.
 */
export function metering<T>(work: (use: Readonly<TableUse>) => T): T {
  const meter = new Meter(running.getStore());
  return running.run(meter, () => work(meter));
}

/** The meter of the current work. Undefined if nobody counts. */
export function currentMeter(): Meter | undefined {
  return running.getStore();
}

export function countCommitAttempt(): void {
  currentMeter()?.count('commitAttempts', 1);
}
