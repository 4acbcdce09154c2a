import type { PlannedFault } from './engine/fault-plan.ts';

export const callerNames = ['Ana', 'Ben', 'Cleo', 'Dan'] as const;

export interface PlannedCommand {
  /** Index of a caller, or one of those who are none. */
  readonly actor: number | 'operator' | 'thief';
  readonly name: string;
  /** What it does exactly is drawn from this, so that leaving out one command changes no other. */
  readonly choices: number;
}

/** What a story is about: `everything` that the sandbox has, or payouts that live organizations fund from their own wallets. */
export type StoryKind = 'everything' | 'self-funded';

/** One story in so many is about self-funded payouts. Odd, so that each kind meets every epilogue and a later release. */
const selfFundedEvery = 7;

/** What the story of a seed is about. */
export function kindOf(seed: number): StoryKind {
  return seed % selfFundedEvery === 3 ? 'self-funded' : 'everything';
}

/** Everything that decides a run. */
export interface Story {
  readonly seed: number;
  readonly kind: StoryKind;
  /** Seed of fast-check's scheduler. */
  readonly order: number;
  readonly organizations: number;
  readonly oneProcess: boolean;
  readonly commands: readonly PlannedCommand[];
  readonly faults: readonly PlannedFault[];
}
