import type { PlannedFault } from './engine/fault-plan.ts';

export const callerNames = ['Ana', 'Ben', 'Cleo', 'Dan'] as const;

export interface PlannedCommand {
  /** Index of a caller, or one of those who are none. */
  readonly actor: number | 'operator' | 'thief';
  readonly name: string;
  /** What it does exactly is drawn from this, so that leaving out one command changes no other. */
  readonly choices: number;
}

/** Everything that decides a run. */
export interface Story {
  readonly seed: number;
  /** Seed of fast-check's scheduler. */
  readonly order: number;
  readonly organizations: number;
  readonly oneProcess: boolean;
  readonly commands: readonly PlannedCommand[];
  readonly faults: readonly PlannedFault[];
}
