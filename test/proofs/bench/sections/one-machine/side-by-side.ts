import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Sluice } from '../../../../../client/src/index.ts';
import { tableFileName } from '../../../../../local/table/embedded-database.ts';
import type { LongHistory } from '../../history/long-history.ts';
import { usageOf } from '../../service/process-usage.ts';
import { newDirectory, type RunningStack, startStack } from '../../service/stack.ts';
import { median } from '../../statistics.ts';
import { measureNeighbour, type NeighbourFigures } from './neighbour.ts';
import { measureReading, type ReadingFigures } from './reading.ts';
import type { OneMachineSizes, StackName } from './sizes.ts';

/** What a stack takes that starts and is used by two organizations. */
export interface UseFigures {
  /** From the command to "ready". */
  readonly startMs: number;
  /** Of the processor until then, on all cores: it hardly depends on what else the machine does. */
  readonly startProcessorMs: number;
  /** Resident, of Node and Java together, after some reads. */
  readonly mbAfterReads: number;
  readonly mbAfterCallers: number;
  /** One of each round. */
  readonly neighbours: readonly NeighbourFigures[];
  /** The largest size of the write-ahead log, where there is one. */
  readonly walMb?: number;
  /** Of the long history. */
  readonly reading?: ReadingFigures;
}

interface Plan {
  readonly sizes: Pick<OneMachineSizes, 'starts' | 'rounds' | 'seconds'>;
  readonly history: { readonly path: string };
  readonly account: LongHistory;
  progress(what: string): void;
}

const reads = 200;

/**
 * Uses stacks in turns: a machine that does other things besides slows all of them down alike, so their ratios mean something
 * where their times do not.
 */
export async function measureSideBySide(
  names: readonly StackName[],
  { sizes, history, account, progress }: Plan,
): Promise<Partial<Record<StackName, UseFigures>>> {
  await using running = new AsyncDisposableStack();
  const started = new Map<StackName, RunningStack[]>(names.map((name) => [name, []]));
  const starts = new Map<StackName, { readonly ms: number; readonly processorMs: number }[]>();
  for (let start = 1; start <= sizes.starts; start += 1) {
    for (const name of names) {
      progress(`one machine: start ${start} of ${name}`);
      await started.get(name)?.at(-1)?.[Symbol.asyncDispose]();
      const directory = name === 'history' ? history.path : running.use(newDirectory()).path;
      const stack = running.use(await startStack(directory, argumentsOf(name)));
      const { processorMs } = await usageOf(stack.pid);
      started.get(name)?.push(stack);
      starts.set(name, [...(starts.get(name) ?? []), { ms: stack.startMs, processorMs }]);
    }
  }
  const stacks = names.flatMap(
    (name) =>
      started
        .get(name)
        ?.slice(-1)
        .map((stack) => ({ name, stack })) ?? [],
  );
  const afterReads = await eachOf(stacks, readBalances);
  const neighbours: Partial<Record<StackName, NeighbourFigures>>[] = [];
  for (let round = 1; round <= sizes.rounds; round += 1) {
    progress(`one machine: 32 callers, round ${round} of ${sizes.rounds}`);
    neighbours.push(await eachOf(stacks, (stack) => measureNeighbour(stack, sizes.seconds)));
  }
  const afterCallers = await eachOf(stacks, async ({ pid }) => (await usageOf(pid)).megabytes);
  const wal = await eachOf(stacks, async ({ directory }) => walMbIn(directory));
  const reading = await eachOf(
    stacks.filter(({ name }) => name === 'history'),
    ({ quickstart }) => measureReading(quickstart, account),
  );
  return eachOf(stacks, async (_, name) => ({
    startMs: median((starts.get(name) ?? []).map(({ ms }) => ms)),
    startProcessorMs: median((starts.get(name) ?? []).map(({ processorMs }) => processorMs)),
    mbAfterReads: afterReads[name] ?? Number.NaN,
    mbAfterCallers: afterCallers[name] ?? Number.NaN,
    neighbours: neighbours.flatMap((round) => round[name] ?? []),
    ...(wal[name] !== undefined && { walMb: wal[name] }),
    ...(reading[name] && { reading: reading[name] }),
  }));
}

export function argumentsOf(name: StackName): string[] {
  return ['--quiet', ...(name === 'dynamodb-local' ? ['--dynamodb-local'] : [])];
}

interface NamedStack {
  readonly name: StackName;
  readonly stack: RunningStack;
}

/** One after another. */
export async function eachOf<T>(
  stacks: readonly NamedStack[],
  measure: (stack: RunningStack, name: StackName) => Promise<T>,
): Promise<Partial<Record<StackName, T>>> {
  const figures: Partial<Record<StackName, T>> = {};
  for (const { name, stack } of stacks) figures[name] = await measure(stack, name);
  return figures;
}

async function readBalances({ pid, quickstart }: RunningStack): Promise<number> {
  const sluice = new Sluice(quickstart);
  for (let read = 0; read < reads; read += 1) await sluice.getBalance();
  return (await usageOf(pid)).megabytes;
}

/** SQLite writes the log again from its begin on and does not shorten it: its size is the largest that it had. */
function walMbIn(directory: string): number | undefined {
  const file = statSync(join(directory, 'table', `${tableFileName}-wal`), { throwIfNoEntry: false });
  return file && Math.round(file.size / 1e5) / 10;
}
