import type { DeliberateFault } from './deliberate-faults/deliberate-fault.ts';
import type { Lanes } from './lanes.ts';
import { type Run, runStory } from './run-story.ts';
import { storyOf } from './story.ts';

export interface Limits {
  readonly firstSeed: number;
  readonly seeds: number;
  readonly deadline: number;
  /** Runs side by side: while one waits for the table, another goes on. */
  readonly atOnce: number;
}

export interface Summary {
  readonly seeds: number;
  readonly commands: number;
  readonly seconds: number;
  readonly failed: readonly Run[];
}

interface Options {
  readonly limits: Limits;
  readonly lanes: Lanes;
  readonly deliberate?: DeliberateFault;
  readonly onRun?: (seedsSoFar: number) => void;
}

/** Plays seed after seed, until one fails or a limit is reached. */
export async function runSeeds({ limits, lanes, deliberate, onRun }: Options): Promise<Summary> {
  const startedAt = Date.now();
  const failed: Run[] = [];
  let begun = 0;
  let seeds = 0;
  let commands = 0;

  async function playNext(): Promise<void> {
    while (begun < limits.seeds && Date.now() < limits.deadline && failed.length === 0) {
      const story = storyOf(limits.firstSeed + begun);
      begun += 1;
      const run = await lanes.use((lane) => runStory(lane, story, deliberate));
      seeds += 1;
      commands += story.commands.length;
      if (run.violations.length > 0) failed.push(run);
      onRun?.(seeds);
    }
  }

  await Promise.all(Array.from({ length: limits.atOnce }, playNext));
  return { seeds, commands, seconds: Math.round((Date.now() - startedAt) / 1000), failed };
}
