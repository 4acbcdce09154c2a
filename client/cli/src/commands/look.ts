import type { Command } from 'commander';
import { isSluiceError, type PayoutBatch, type SluiceError } from '../../../src/index.ts';
import { addConnectionOptions, type ConnectionOptions, connect } from '../connection.ts';
import { openOutputOf } from '../output/open-output-of.ts';
import { type FinishedRun, resultsAsCsv, resultsHead } from '../output/results.ts';
import { findRuns } from '../runs/find-run.ts';
import { type FollowedRun, ofRun } from '../runs/follow-runs.ts';
import { readItems } from '../runs/read-items.ts';
import { exitCodes, type World } from '../world.ts';
import { exitCodeOf, report } from './report.ts';

interface LookOptions extends ConnectionOptions {
  readonly json?: true;
  readonly out?: string;
  readonly bom?: true;
}

const runsArgument = 'reference of the batches, or the id of one (pb_…)';

export function addStatus(parent: Command, world: World, end: (code: number) => void): void {
  const command = parent
    .command('status')
    .description('Show the state of batches.')
    .argument('<reference>', runsArgument)
    .option('--json', 'write the batches to standard output as JSON');
  addConnectionOptions(command).action(async (name: string, options: LookOptions) => {
    const batches = await findRuns(connect(options, world), name);
    const runs = batches.map((batch) => ({ batch }));
    report(world, runs, { isJson: options.json ?? false });
    end(exitCodeOf(batches));
  });
}

export function addResults(parent: Command, world: World, end: (code: number) => void): void {
  const command = parent
    .command('results')
    .description('Write the outcome of each line as CSV.')
    .argument('<reference>', runsArgument)
    .option('--out <file>', 'output file (default: standard output)')
    .option('--bom', 'start the file with a byte order mark, for Excel');
  addConnectionOptions(command).action(async (name: string, options: LookOptions) => {
    await using file = await openOutputOf(options, resultsHead(options.bom ?? false), world);
    const service = connect(options, world);
    const batches = await findRuns(service, name);
    const finished: FinishedRun[] = [];
    for (const batch of batches) finished.push({ batch, items: await readItems(service, batch) });
    await file.write(resultsAsCsv(finished, options.bom));
    end(exitCodeOf(batches));
  });
}

export function addCancel(parent: Command, world: World, end: (code: number) => void): void {
  const command = parent
    .command('cancel')
    .description('Cancel batches that have not created any payout yet. Their references stay taken.')
    .argument('<reference>', runsArgument)
    .option('--json', 'write the batches to standard output as JSON');
  addConnectionOptions(command).action(async (name: string, options: LookOptions) => {
    const service = connect(options, world);
    const { sluice, signal } = service;
    const runs: FollowedRun[] = [];
    for (const batch of await findRuns(service, name)) {
      runs.push(
        await cancel(batch, async () =>
          ofRun(batch.batchId, await sluice.cancelPayoutBatch({ batchId: batch.batchId }, { signal })),
        ),
      );
    }
    report(world, runs, { isJson: options.json ?? false });
    end(runs.every(({ batch }) => batch.status === 'canceled') ? exitCodes.done : exitCodes.failed);
  });
}

async function cancel(batch: PayoutBatch, send: () => Promise<PayoutBatch>): Promise<FollowedRun> {
  if (batch.status === 'canceled') return { batch };
  try {
    return { batch: await send() };
  } catch (error) {
    if (!isSluiceError(error, 'PAYOUT_BATCH_NOT_CANCELABLE')) throw error;
    return { batch, stopped: error as SluiceError };
  }
}
