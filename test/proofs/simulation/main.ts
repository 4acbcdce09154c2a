import { parseArgs } from 'node:util';
import { startDynamoDbLocal } from '../../../local/dynamodb-local/dynamodb-local.ts';
import { readCommandLine } from '../../../scripts/support/read-command-line.ts';
import { findDeliberateFaults } from './deliberate-faults/find.ts';
import { explain } from './explain.ts';
import { Players } from './players.ts';
import { runSeeds } from './run-seeds.ts';
import { runStory } from './run-story.ts';
import { storyOf } from './story.ts';

const usage = `npm run simulate -- --seeds N [--minutes M] [--from SEED]   runs N seeds, new ones unless --from says where to begin
npm run simulate -- --minutes M                          runs as many as fit
npm run simulate -- --seed SEED                          runs one again and reduces its story
npm run simulate -- --faults [NAME]                      shows that deliberate faults in the service are found
npm run simulate -- --vaults N [--from SEED]             runs N stories of payouts to wallets on an EVM node
`;

const { values, positionals } = readCommandLine(usage, (args) =>
  parseArgs({
    args,
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      minutes: { type: 'string' },
      from: { type: 'string' },
      faults: { type: 'boolean' },
      vaults: { type: 'string' },
    },
  }),
);

/** Seeds between two lines of progress. */
const reportedEvery = 100;

async function playOne(seed: number): Promise<number> {
  const { violations, story, trace } = await runStory(storyOf(seed));
  if (violations.length > 0) {
    console.log(await explain(seed));
    return 1;
  }
  console.log(`seed ${seed}: ${story.commands.length} commands, ${trace.length} steps, 0 violations`);
  return 0;
}

async function playMany(players: Players): Promise<number> {
  const minutes = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes);
  const firstSeed = values.from === undefined ? Math.floor(Math.random() * 2 ** 30) : Number(values.from);
  console.log(`seeds from ${firstSeed} on`);
  const { seeds, commands, seconds, failed } = await runSeeds({
    players,
    limits: {
      firstSeed,
      seeds: values.seeds === undefined ? Number.POSITIVE_INFINITY : Number(values.seeds),
      deadline: Date.now() + minutes * 60_000,
    },
    onRun: (count) => {
      if (count % reportedEvery === 0) console.log(`${count} seeds`);
    },
  });
  for (const { seed, violations } of failed) console.log(await explain(seed, violations));
  console.log(`${seeds} seeds, ${commands} commands, ${failed.length} violations in ${seconds} s`);
  return failed.length === 0 ? 0 : 1;
}

/** Payouts to wallets need a real chain, whose order no seed decides. So they are played by their own test, with more stories. */
async function playVaults(stories: string): Promise<number> {
  process.env.VAULT_STORIES = stories;
  if (values.from !== undefined) process.env.VAULT_STORIES_FROM = values.from;
  const { startVitest } = await import('vitest/node');
  // The tests show that deliberate faults are found. More stories add nothing to that.
  const options = { watch: false, project: 'end-to-end', testNamePattern: /^(a story|the stories) / };
  const vitest = await startVitest('test', ['test/evm/vault-stories.test.ts'], options);
  const hasFailed = vitest.state.getCountOfFailedTests() > 0 || vitest.state.getUnhandledErrors().length > 0;
  await vitest.close();
  return hasFailed ? 1 : 0;
}

async function main(): Promise<number> {
  if (!(values.seed ?? values.seeds ?? values.minutes ?? values.faults ?? values.vaults)) {
    process.stderr.write(usage);
    return 2;
  }
  if (values.vaults !== undefined) return playVaults(values.vaults);
  if (values.seed !== undefined) return playOne(Number(values.seed));
  const database = await startDynamoDbLocal();
  const players = new Players(database.endpoint);
  try {
    return values.faults ? await findDeliberateFaults(players, positionals[0]) : await playMany(players);
  } finally {
    await players.stop();
    await database.stop();
  }
}

process.exitCode = await main();
