import { kindOf, type StoryKind } from './plan.ts';
import type { Played, Players } from './players.ts';

export interface Limits {
  readonly firstSeed: number;
  readonly seeds: number;
  readonly deadline: number;
}

export interface Summary {
  readonly seeds: number;
  readonly commands: number;
  readonly seconds: number;
  readonly failed: readonly Played[];
}

interface Options {
  readonly limits: Limits;
  readonly players: Players;
  /** Name of a deliberate fault. */
  readonly deliberate?: string;
  /** Only the stories of this kind. */
  readonly kind?: StoryKind;
  readonly onRun?: (seedsSoFar: number) => void;
}

/** Plays seed after seed, until one fails or a limit is reached. */
export async function runSeeds({ limits, players, deliberate, kind, onRun }: Options): Promise<Summary> {
  const startedAt = Date.now();
  const failed: Played[] = [];
  const fresh = seedsFrom(limits.firstSeed, kind);
  let begun = 0;
  let seeds = 0;
  let commands = 0;

  async function playNext(): Promise<void> {
    while (begun < limits.seeds && Date.now() < limits.deadline && failed.length === 0) {
      const seed = fresh.next().value;
      begun += 1;
      const played = await players.play({ seed, deliberate });
      seeds += 1;
      commands += played.commands;
      if (played.violations.length > 0) failed.push(played);
      onRun?.(seeds);
    }
  }

  await Promise.all(Array.from({ length: players.count }, playNext));
  return { seeds, commands, seconds: Math.round((Date.now() - startedAt) / 1000), failed };
}

function* seedsFrom(first: number, kind: StoryKind | undefined): Generator<number, never> {
  for (let seed = first; ; seed += 1) if (kind === undefined || kindOf(seed) === kind) yield seed;
}
