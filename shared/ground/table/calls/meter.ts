import { AsyncLocalStorage } from 'node:async_hooks';

/** What a piece of work has used of the table so far. */
export interface TableUse {
  /** Calls to DynamoDB, those that the SDK repeated included. */
  readonly tableCalls: number;
  /** Request units as DynamoDB tells them. It tells none of a call that it refuses, although it bills them. */
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
 * Does a piece of work and counts what it uses of the table, however many others run in the process at the same time.
 * What is used inside another metered piece of work counts there too.
 */
export function metering<T>(work: (use: Readonly<TableUse>) => T): T {
  const meter = new Meter(running.getStore());
  return running.run(meter, () => work(meter));
}

/** The meter of the work that is under way; undefined where nobody counts. */
export function currentMeter(): Meter | undefined {
  return running.getStore();
}

export function countCommitAttempt(): void {
  currentMeter()?.count('commitAttempts', 1);
}
