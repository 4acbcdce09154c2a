import { type Command, Option } from 'commander';
import { addConnectionOptions, type ConnectionOptions, connect } from '../connection.ts';
import { readDelimiter } from '../input/delimiter.ts';
import { type Line, UsageError } from '../input/fault.ts';
import { readNames } from '../input/names.ts';
import { type Format, formats, readPayouts } from '../input/read-file.ts';
import { showSums } from '../input/sums.ts';
import { openOutput } from '../output/output-file.ts';
import type { OutputFile } from '../output/output-terms.ts';
import { showProgress } from '../output/progress.ts';
import { type FinishedRun, resultsAsCsv, resultsBytes, resultsHead } from '../output/results.ts';
import { type FollowedRun, followRuns } from '../runs/follow-runs.ts';
import { type Plan, planRuns, referenceOf } from '../runs/plan-runs.ts';
import { readItems } from '../runs/read-items.ts';
import type { ComparedRun } from '../runs/same-lines.ts';
import type { Service } from '../runs/service.ts';
import { submitRun } from '../runs/submit-run.ts';
import type { World } from '../world.ts';
import { compareWithService, idsOf, type Known, tellSums } from './compare.ts';
import { exitCodeOf, report } from './report.ts';

interface SubmitOptions extends ConnectionOptions {
  readonly reference?: string;
  readonly map?: readonly string[];
  readonly ignore?: readonly string[];
  readonly format?: Format;
  readonly delimiter?: string;
  readonly allowDuplicates?: true;
  readonly payAgain?: true;
  readonly check?: true;
  readonly confirm?: true;
  readonly autoCommit: boolean;
  readonly out?: string;
  readonly bom?: true;
  readonly json?: true;
}

const more = (value: string, earlier: readonly string[] = []) => [...earlier, value];

export function addSubmit(parent: Command, world: World, end: (code: number) => void): void {
  const command = parent
    .command('submit')
    .summary('pay the lines of a file')
    .description(
      'Pays each line of a CSV or JSON Lines file once. Every line is checked before anything is sent. More than 1,000 ' +
        'lines become several runs. Whatever stops the command, the same command goes on where it was: nothing is sent twice. ' +
        'Payments that were made before, by another file or by another program, are refused.',
    )
    .argument('<file>', 'CSV whose first row names the columns, or JSON Lines')
    .option('--reference <name>', "name of the run, or NAME/1, NAME/2 … of several (default: the file's name)")
    .option('--map <column=field>', 'a column that is a field under another name, or a currency; may be repeated', more)
    .option('--ignore <column>', 'a column to leave out; may be repeated; never one that names a currency', more)
    .addOption(new Option('--format <format>', 'what the file is, where its name does not tell').choices(formats))
    .option(
      '--delimiter <character>',
      'between the cells of CSV; "tab" for a tab (default: what a first line sep=; names, or a comma)',
    )
    .option('--allow-duplicates', 'accept lines that ask for the same, and repeated references')
    .option('--pay-again', 'send payments that were made before; lines that repeat each other stay refused')
    .option('--check', 'check the file and send nothing; with a connection, look for earlier payments too')
    .option('--no-auto-commit', 'let every run wait for its confirm')
    .option('--confirm', 'confirm runs that wait: their valid lines are paid, invalid ones stay refused')
    .option('--out <file>', 'results as CSV (default: FILE.results.csv)')
    .option('--bom', 'begin the results with a byte order mark, for Excel')
    .option('--json', 'write the runs to standard output as JSON');
  addConnectionOptions(command).action(async (file: string, options: SubmitOptions) => {
    end(await submit(file, options, world));
  });
}

async function submit(file: string, options: SubmitOptions, world: World): Promise<number> {
  const lines = await readLines(file, options);
  const plan = planRuns(options.reference ?? referenceOf(file), lines);
  world.note(
    `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}, ${plan.runs.length === 1 ? 'one run' : `${plan.runs.length} runs`}; no fault found.\n`,
  );
  if (options.check) return check(plan, options, world);
  const out = options.out ?? `${file}.results.csv`;
  await using results = await openResults(out, file, plan, options, world);
  const service = connect(options, world);
  const known = await compareWithService(service, plan, options, world);
  const runs = await pay(service, plan, known, options, world);
  await results.write(resultsAsCsv(await finish(service, plan, known, runs), options.bom));
  report(world, runs, { out, isJson: options.json ?? false, earlier: idsOf(known) });
  return exitCodeOf(runs.map(({ batch }) => batch));
}

/** Looks at everything that could refuse the file, and sends nothing. */
async function check(plan: Plan, options: SubmitOptions, world: World): Promise<number> {
  const service = connectIfPossible(options, world);
  if (service) await compareWithService(service, plan, options, world);
  else tellSums(plan, world);
  return 0;
}

function connectIfPossible(options: SubmitOptions, world: World): Service | undefined {
  try {
    return connect(options, world);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    world.note(`Not compared with the service, neither currencies nor earlier payments. ${error.message}\n`);
    return undefined;
  }
}

function openResults(
  out: string,
  file: string,
  { runs }: Plan,
  { keyFile, config, bom }: SubmitOptions,
  { pause, note }: World,
): Promise<OutputFile> {
  const sources = [file, keyFile, config].filter((source) => source !== undefined);
  const bytes = runs.reduce((sum, { reference, lines }) => sum + resultsBytes(reference, lines), 0);
  const onWait = () => note(`Waiting until ${out} is read.\n`);
  return openOutput(out, { head: resultsHead(bom ?? false), bytes, sources, pause, onWait });
}

function readLines(file: string, options: SubmitOptions): Promise<readonly Line[]> {
  return readPayouts(file, {
    format: options.format,
    delimiter: readDelimiter(options.delimiter),
    names: readNames(options.map ?? [], options.ignore ?? []),
    allowDuplicates: options.allowDuplicates ?? false,
  });
}

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
    return await followRuns(service, batches, {
      confirm: options.confirm ?? false,
      onProgress: progress.show,
      onConfirm: ({ externalReferenceId, totals }) => {
        progress.end();
        world.note(`Confirms ${externalReferenceId}: ${showSums(totals.requested)}.\n`);
      },
    });
  } finally {
    progress.end();
  }
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
