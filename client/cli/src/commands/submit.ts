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
      'Pays each line of a CSV or JSON Lines file once. Every line is checked before anything is sent. More than ' +
        '1,000 lines are sent as several batches. If the command is interrupted, run it again: it continues where it ' +
        'stopped, and nothing is sent twice. Payments that were already made, by another file or another program, ' +
        'are refused.',
    )
    .argument('<file>', 'CSV with column names in the first row, or JSON Lines')
    .option(
      '--reference <name>',
      'name of the batch; several batches are named NAME/1, NAME/2 … (default: the name of the file)',
    )
    .option('--map <column=field>', 'treat column NAME as this field, or as a currency; can be repeated', more)
    .option(
      '--ignore <column>',
      'column to ignore; can be repeated; a column that names a currency cannot be ignored',
      more,
    )
    .addOption(new Option('--format <format>', 'format of the file, if its name does not show it').choices(formats))
    .option(
      '--delimiter <character>',
      'separator of CSV cells; "tab" for a tab (default: the one named in a first line sep=; or a comma)',
    )
    .option('--allow-duplicates', 'accept identical lines and repeated references')
    .option('--pay-again', 'also send payments that were already made; lines that repeat each other are still refused')
    .option('--check', 'check the file without sending anything; with a connection, also look for earlier payments')
    .option('--no-auto-commit', 'let every batch wait for confirmation')
    .option('--confirm', 'confirm waiting batches: their valid lines are paid, invalid lines stay refused')
    .option('--out <file>', 'file for the results, as CSV (default: FILE.results.csv)')
    .option('--bom', 'start the results with a byte order mark, for Excel')
    .option('--json', 'write the batches to standard output as JSON');
  addConnectionOptions(command).action(async (file: string, options: SubmitOptions) => {
    end(await submit(file, options, world));
  });
}

async function submit(file: string, options: SubmitOptions, world: World): Promise<number> {
  const lines = await readLines(file, options);
  const plan = planRuns(options.reference ?? referenceOf(file), lines);
  world.note(
    `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}, ${plan.runs.length === 1 ? 'one batch' : `${plan.runs.length} batches`}; no errors found.\n`,
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

/** Runs every check that could refuse the file, and sends nothing. */
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
    world.note(`Currencies and earlier payments were not checked with the service. ${error.message}\n`);
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
  const onWait = () => note(`Waiting for ${out} to be read.\n`);
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

/** Submits the batches that were not submitted yet, and follows all of them. */
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
        world.note(`Confirming ${externalReferenceId}: ${showSums(totals.requested)}.\n`);
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
    // A batch that had ended earlier has not changed since.
    const items = earlier && hasEnded(earlier.batch) ? earlier.items : await readItems(service, batch);
    finished.push({ batch, items, lineNumbers: lines.map(({ line }) => line) });
  }
  return finished;
}

function hasEnded({ status }: ComparedRun['batch']): boolean {
  return status === 'completed' || status === 'canceled';
}
