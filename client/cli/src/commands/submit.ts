import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { addConnectionOptions, type ConnectionOptions, connect } from '../connection.ts';
import { type Line, UsageError } from '../input/fault.ts';
import { readNames } from '../input/names.ts';
import { type Format, formats, readPayouts } from '../input/read-file.ts';
import { showProgress } from '../output/progress.ts';
import { type FinishedRun, resultsAsCsv } from '../output/results.ts';
import { refuseUnwritable, writeAtomically } from '../output/write-atomically.ts';
import { findRun } from '../runs/find-run.ts';
import { type FollowedRun, followRuns } from '../runs/follow-runs.ts';
import { type Plan, planRuns, referenceOf } from '../runs/plan-runs.ts';
import { readItems } from '../runs/read-items.ts';
import { ChangedFile, type ComparedRun, compareRun } from '../runs/same-lines.ts';
import type { Service } from '../runs/service.ts';
import { submitRun } from '../runs/submit-run.ts';
import type { World } from '../world.ts';
import { exitCodeOf, report } from './report.ts';

interface SubmitOptions extends ConnectionOptions {
  readonly reference?: string;
  readonly map?: readonly string[];
  readonly ignore?: readonly string[];
  readonly format?: Format;
  readonly delimiter: string;
  readonly allowDuplicates?: true;
  readonly check?: true;
  readonly confirm?: true;
  readonly autoCommit: boolean;
  readonly out?: string;
  readonly json?: true;
}

const more = (value: string, earlier: readonly string[] = []) => [...earlier, value];

export function addSubmit(parent: Command, world: World, end: (code: number) => void): void {
  const command = parent
    .command('submit')
    .summary('pay the lines of a file')
    .description(
      'Pays each line of a CSV or JSON Lines file once. Every line is checked before anything is sent. More than 1,000 ' +
        'lines become several runs. Whatever stops the command, the same command goes on where it was: nothing is sent twice.',
    )
    .argument('<file>', 'CSV whose first row names the columns, or JSON Lines')
    .option('--reference <name>', "name of the run, or NAME/1, NAME/2 … of several (default: the file's name)")
    .option('--map <column=field>', 'a column that is a field under another name; may be repeated', more)
    .option('--ignore <column>', 'a column to leave out; may be repeated', more)
    .addOption(new Option('--format <format>', 'what the file is, where its name does not tell').choices(formats))
    .option('--delimiter <character>', 'between the cells of CSV; "tab" for a tab', ',')
    .option('--allow-duplicates', 'accept identical lines and repeated references')
    .option('--check', 'check the file and send nothing')
    .option('--no-auto-commit', 'let every run wait for its confirm')
    .option('--confirm', 'confirm runs that wait: their valid lines are paid, invalid ones stay refused')
    .option('--out <file>', 'results as CSV (default: FILE.results.csv)')
    .option('--json', 'write the runs to standard output as JSON');
  addConnectionOptions(command).action(async (file: string, options: SubmitOptions) => {
    end(await submit(file, options, world));
  });
}

async function submit(file: string, options: SubmitOptions, world: World): Promise<number> {
  const out = options.out ?? `${file}.results.csv`;
  if (resolve(out) === resolve(file)) throw new UsageError('--out must not be the file itself.');
  const lines = await readLines(file, options);
  const plan = planRuns(options.reference ?? referenceOf(file), lines);
  world.note(
    `${lines.length} lines, ${plan.runs.length === 1 ? 'one run' : `${plan.runs.length} runs`}; no fault found.\n`,
  );
  if (options.check) return 0;
  await refuseUnwritable(out);
  const service = connect(options, world);
  const known = await findEarlier(service, plan);
  if (known.size > 0) world.note(`${known.size} of ${plan.runs.length} runs were submitted before.\n`);
  const runs = await pay(service, plan, known, options, world);
  const finished = await finish(service, plan, known, runs);
  await writeAtomically(out, resultsAsCsv(finished));
  report(world, runs, { out, isJson: options.json ?? false });
  return exitCodeOf(runs.map(({ batch }) => batch));
}

function readLines(file: string, options: SubmitOptions): Promise<readonly Line[]> {
  const delimiter = options.delimiter === 'tab' ? '\t' : options.delimiter;
  if (delimiter.length !== 1 || /["\n\r]/.test(delimiter))
    throw new UsageError('--delimiter is one character, or "tab".');
  return readPayouts(file, {
    format: options.format,
    delimiter,
    names: readNames(options.map ?? [], options.ignore ?? []),
    allowDuplicates: options.allowDuplicates ?? false,
  });
}

/** Runs that were submitted before, by their references. */
type Known = ReadonlyMap<string, ComparedRun>;

/** Submits the runs that were not submitted yet, and follows all. */
async function pay(
  service: Service,
  plan: Plan,
  known: Known,
  options: SubmitOptions,
  world: World,
): Promise<readonly FollowedRun[]> {
  const terms = { autoCommit: options.autoCommit, allowDuplicates: options.allowDuplicates ?? false };
  const batches = [];
  for (const run of plan.runs) {
    const batch = known.get(run.reference)?.batch ?? (await submitRun(service, run, terms));
    if (!known.has(run.reference))
      world.note(`${run.reference} submitted: ${batch.batchId}, ${batch.itemCount} lines.\n`);
    batches.push(batch);
  }
  const progress = showProgress(world);
  try {
    return await followRuns(service, batches, { confirm: options.confirm ?? false, onProgress: progress.show });
  } finally {
    progress.end();
  }
}

/**
 * Finds what of a file was submitted before, and makes sure of all of it that it is of this very file.
 * @throws ChangedFile
 */
async function findEarlier(service: Service, { runs, strays }: Plan): Promise<Known> {
  const known = new Map<string, ComparedRun>();
  for (const run of runs) {
    const batch = await findRun(service, run.reference);
    if (batch) known.set(run.reference, await compareRun(service, batch, run));
  }
  for (const stray of strays) {
    const batch = await findRun(service, stray);
    if (!batch) continue;
    const now = runs.length === 1 ? 'one run' : `${runs.length} runs`;
    throw new ChangedFile(stray, batch.batchId, `the file now gives ${now}`);
  }
  return known;
}

async function finish(
  service: Service,
  { runs: planned }: Plan,
  known: Known,
  runs: readonly FollowedRun[],
): Promise<FinishedRun[]> {
  const finished: FinishedRun[] = [];
  for (const [part, { batch }] of runs.entries()) {
    const { reference, lines } = planned[part] ?? { reference: '', lines: [] };
    const earlier = known.get(reference);
    // What had ended before has not changed since.
    const items = earlier && hasEnded(earlier.batch) ? earlier.items : await readItems(service, batch);
    finished.push({ batch, items, lineNumbers: lines.map(({ line }) => line) });
  }
  return finished;
}

function hasEnded({ status }: ComparedRun['batch']): boolean {
  return status === 'completed' || status === 'canceled';
}
