import type { CreatePayout } from '../../../src/index.ts';
import type { NamedCurrency } from './currency.ts';

/** A fault in the file. */
export interface Fault {
  /** Line number as an editor shows it; undefined if the fault concerns the whole file. */
  readonly line?: number;
  readonly message: string;
}

/** A payout requested by the file. */
export interface Line {
  /** The number of its first line, as an editor shows it. */
  readonly line: number;
  /** The request, with defaults filled in and its fields in the order of the service's description. */
  readonly item: CreatePayout;
  /** Currencies that the line names besides the amount; absent if it names none. They are compared, not sent. */
  readonly currencies?: readonly NamedCurrency[];
}

/** The file is not submitted; `faults` gives the reasons, line by line. */
export class FaultyFile extends Error {
  override readonly name = 'FaultyFile';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`${faults.length} faults`);
    this.faults = faults;
  }
}

/** The command line requests something impossible. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
