import { afterAll, beforeAll, expect, test } from 'vitest';
import { explain } from './explain.ts';
import { Players } from './players.ts';
import { runSeeds } from './run-seeds.ts';
import { storyOf } from './story.ts';

/** The same in every run, so that a change of the service is what makes one fail. `.ci/run` goes on behind them. */
const fixedSeeds = 100;
/** Longer than they take on a machine that does other things besides; a story that fails is made smaller, run by run. */
const timeoutMs = 600_000;
const shrinkRuns = 60;
const forever = Number.POSITIVE_INFINITY;

let players: Players;
beforeAll(() => {
  players = new Players();
});
afterAll(() => players.stop());

test(`the stories of ${fixedSeeds} seeds leave every invariant whole`, { timeout: timeoutMs }, async () => {
  const limits = { firstSeed: 1, seeds: fixedSeeds, deadline: forever };

  const { seeds, failed } = await runSeeds({ players, limits });

  for (const { seed, violations } of failed) expect.fail(await explain(seed, violations, shrinkRuns));
  expect(seeds).toBe(fixedSeeds);
});

test.each([1, 2, 3, 4, 5])('the story of seed %i has at least 40 commands of at least 3 callers', (seed) => {
  const commands = storyOf(seed).commands.filter(({ actor }) => actor !== 'operator');

  expect(commands.length).toBeGreaterThanOrEqual(40);
  expect(new Set(commands.map(({ actor }) => actor)).size).toBeGreaterThanOrEqual(3);
});
