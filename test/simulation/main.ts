import { parseArgs } from 'node:util';
import { startDynamoDbLocal } from '../../local/dynamodb-local.ts';
import { findDeliberateFaults } from './deliberate-faults/find.ts';
import { Lanes } from './lanes.ts';
import { report } from './report.ts';
import { runSeeds } from './run-seeds.ts';
import { type Run, runStory } from './run-story.ts';
import { shrink } from './shrink.ts';
import { storyOf } from './story.ts';

const usage = `npm run simulate -- --seeds N [--minutes M] [--from SEED]   plays N seeds, fresh ones unless told where to begin
npm run simulate -- --minutes M                          as many as fit
npm run simulate -- --seed SEED                          plays one again and makes its story small
npm run simulate -- --faults [NAME]                      shows that deliberate faults of the service are found`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    from: { type: 'string' },
    faults: { type: 'boolean' },
    'at-once': { type: 'string', default: '2' },
    help: { type: 'boolean' },
  },
});
const atOnce = Number(values['at-once']);

async function playOne(lanes: Lanes, seed: number): Promise<number> {
  const run = await lanes.use((lane) => runStory(lane, storyOf(seed)));
  if (run.violations.length > 0) return explain(lanes, run);
  console.log(`seed ${seed}: ${run.story.commands.length} commands, ${run.trace.length} steps, 0 violations`);
  return 0;
}

async function playMany(lanes: Lanes): Promise<number> {
  const minutes = values.minutes === undefined ? Number.POSITIVE_INFINITY : Number(values.minutes);
  const firstSeed = values.from === undefined ? Math.floor(Math.random() * 2 ** 30) : Number(values.from);
  console.log(`seeds from ${firstSeed} on`);
  const { seeds, commands, seconds, failed } = await runSeeds({
    lanes,
    limits: {
      firstSeed,
      seeds: values.seeds === undefined ? Number.POSITIVE_INFINITY : Number(values.seeds),
      deadline: Date.now() + minutes * 60_000,
      atOnce,
    },
    onRun: (count) => {
      if (count % 50 === 0) console.log(`${count} seeds`);
    },
  });
  const [first] = failed;
  if (first) await explain(lanes, first);
  console.log(`${seeds} seeds, ${commands} commands, ${failed.length} violations in ${seconds} s`);
  return failed.length === 0 ? 0 : 1;
}

async function explain(lanes: Lanes, failed: Run): Promise<number> {
  console.log(`seed ${failed.story.seed} fails; making its story smaller`);
  const smaller = await shrink(failed, (story) => lanes.use((lane) => runStory(lane, story)));
  console.log(report(smaller, failed));
  return 1;
}

async function main(): Promise<number> {
  if (values.help || !(values.seed ?? values.seeds ?? values.minutes ?? values.faults)) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const database = await startDynamoDbLocal({ endures: true });
  try {
    const lanes = new Lanes(database.endpoint);
    if (values.faults) return await findDeliberateFaults(lanes, atOnce, positionals[0]);
    return values.seed === undefined ? await playMany(lanes) : await playOne(lanes, Number(values.seed));
  } finally {
    await database.stop();
  }
}

process.exitCode = await main();
