import type { CreatePayout } from '../../../src/index.ts';
import type { NamedCurrency } from './currency.ts';

/** What is wrong with the file. */
export interface Fault {
  /** As an editor numbers it; undefined where the fault is the file's as a whole. */
  readonly line?: number;
  readonly message: string;
}

/** A payout that the file asks for. */
export interface Line {
  /** Where it begins, as an editor numbers lines. */
  readonly line: number;
  /** With defaults filled in, and its fields in the order of the service's description. */
  readonly item: CreatePayout;
  /** Currencies that it names beside the amount; absent if it names none. They are compared, and not sent. */
  readonly currencies?: readonly NamedCurrency[];
}

/** The file is not submitted: `faults` says why, line by line. */
export class FaultyFile extends Error {
  override readonly name = 'FaultyFile';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(`${faults.length} faults`);
    this.faults = faults;
  }
}

/** The command line asks for something that cannot be. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
