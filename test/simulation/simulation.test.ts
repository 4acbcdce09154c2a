import { expect, inject, test } from 'vitest';
import { deliberateFaults } from './deliberate-faults/all.ts';
import { Lanes } from './lanes.ts';
import { report } from './report.ts';
import { runSeeds } from './run-seeds.ts';
import { runStory } from './run-story.ts';
import { shrink } from './shrink.ts';
import { storyOf } from './story.ts';

const playMs = 60_000;
/** A seed that began in the last moment is played to its end, and a story that fails is made smaller, run by run. */
const timeoutMs = 10 * playMs;
const shrinkRuns = 60;
/** Found within few seeds, by invariants of different kinds. */
const quicklyFound = ['no-version-on-the-head', 'event-twice', 'release-that-forgets'];
const fewSeeds = 5;

const lanes = () => new Lanes(inject('dynamoDbEndpoint'));
const fewAtOnce = { firstSeed: 1, deadline: Number.POSITIVE_INFINITY, atOnce: 2 };

test('every story that fits into a minute leaves every invariant whole', { timeout: timeoutMs }, async () => {
  const table = lanes();
  const limits = { ...fewAtOnce, seeds: Number.POSITIVE_INFINITY, deadline: Date.now() + playMs };

  const { seeds, commands, failed } = await runSeeds({ lanes: table, limits });

  console.log(`the simulation played ${seeds} seeds with ${commands} commands`);
  for (const run of failed) {
    const smaller = await shrink(run, (story) => table.use((lane) => runStory(lane, story)), shrinkRuns);
    expect.fail(report(smaller, run));
  }
  expect(seeds).toBeGreaterThan(0);
});

test('a seed tells the same story again, whether reads go to the table or not', {
  timeout: timeoutMs,
}, async () => {
  const play = (readsTable: boolean) => lanes().use((lane) => runStory(lane, { ...storyOf(1), readsTable }));

  const first = await play(false);
  const second = await play(false);
  const read = await play(true);

  expect(second.trace).toEqual(first.trace);
  expect(read.trace).toEqual(first.trace);
});

test.each([1, 2, 3, 4, 5])('the story of seed %i has at least 40 commands of at least 3 callers', (seed) => {
  const commands = storyOf(seed).commands.filter(({ actor }) => actor !== 'operator');

  expect(commands.length).toBeGreaterThanOrEqual(40);
  expect(new Set(commands.map(({ actor }) => actor)).size).toBeGreaterThanOrEqual(3);
});

test.each(deliberateFaults.filter(({ name }) => quicklyFound.includes(name)))(
  'the deliberate fault $name is found within few seeds',
  { timeout: timeoutMs },
  async (deliberate) => {
    const { failed } = await runSeeds({ lanes: lanes(), limits: { ...fewAtOnce, seeds: fewSeeds }, deliberate });

    expect(failed.length).toBeGreaterThan(0);
  },
);
