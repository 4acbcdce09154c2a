import { atMost, ofFullSize } from './bar.ts';
import type { Bar } from './figures.ts';
import type { BatchFigures } from './sections/batches/batches.ts';
import type { EndUsers } from './sections/batches/lines.ts';
import type { MemoryFigures } from './sections/batches/memory.ts';
import type { RunFigures } from './sections/batches/modelled-run.ts';
import type { StackRunFigures } from './sections/batches/one-machine-run.ts';
import type { SinglesFigures } from './sections/batches/singles.ts';
import { round } from './statistics.ts';

const acceptMs = 1_500;
/** Writes of a line, and the transactions of a thousand, as many as are played in full (design, batches, sizes). */
const mostOf: Readonly<Record<EndUsers, { readonly items: number; readonly transactions: number }>> = {
  uncapped: { items: 7, transactions: 72 },
  named: { items: 8, transactions: 84 },
  'named and own': { items: 9, transactions: 100 },
};
/** Beside the lines: checks of their recipients, and the end of the run. */
const itemsBeside = 0.3;
const createdSeconds = { frozen: 7, settling: 7 };
const singleP99Ms = 1_000;
/** Organizations share nothing (ADR 12); the rest is who meets whom. */
const mostRatio = 1.05;
const peakMb = 256;

/** What the design promises of runs. */
export function batchBars({ modelled, stack, memory }: BatchFigures): Bar[] {
  return [
    ...modelled.filter(({ settles }) => !settles).flatMap(creationBars),
    ...modelled.flatMap(({ singles }) => (singles ? singlesBars(singles) : [])),
    atMost(
      'batches: calls throttled',
      modelled.flatMap(({ throttled }) => Object.values(throttled)).reduce((sum, count) => sum + count, 0),
      0,
    ),
    atMost('batches: lines that became no payout', uncreated([...modelled, ...stack]), 0),
    ...stack.flatMap(stackBars),
    ...memoryBars(memory),
  ];
}

function creationBars({ endUsers, acceptedMs, transactions, itemsPerLine }: RunFigures): Bar[] {
  const name = `batches, modelled, ${endUsers}`;
  const most = mostOf[endUsers];
  return [
    ...ofFullSize(atMost(`${name}: accepted`, acceptedMs, acceptMs, 'ms')),
    ...ofFullSize(atMost(`${name}: transactions`, transactions, most.transactions)),
    atMost(`${name}: items a line`, itemsPerLine, most.items + itemsBeside),
  ];
}

function singlesBars({ same, others }: SinglesFigures): Bar[] {
  const ratio = round(others.p99Ms / others.before.p99Ms);
  return [
    ...ofFullSize(
      atMost('batches, modelled, single accepts of the organization: p99', same.p99Ms, singleP99Ms, 'ms'),
      atMost('batches, modelled, single accepts of others: p99 to before', ratio, mostRatio, 'times'),
    ),
    atMost('batches, modelled, single accepts: errors', same.errors + others.errors, 0),
  ];
}

function uncreated(runs: readonly { readonly lines: number; readonly created: number }[]): number {
  return runs.reduce((sum, { lines, created }) => sum + lines - created, 0);
}

function stackBars({ settles, acceptedMs, createdSeconds: taken }: StackRunFigures): Bar[] {
  const name = `batches, one-machine stack, ${settles ? 'settlement running' : 'rails frozen'}`;
  const most = settles ? createdSeconds.settling : createdSeconds.frozen;
  return ofFullSize(
    atMost(`${name}: accepted`, acceptedMs, acceptMs, 'ms'),
    atMost(`${name}: created`, taken, most, 's'),
  );
}

function memoryBars({ acceptMb, workerMb }: MemoryFigures): Bar[] {
  return ofFullSize(
    atMost('batches, largest run: memory of the accept', acceptMb, peakMb, 'MB'),
    atMost('batches, largest run: memory of the worker', workerMb, peakMb, 'MB'),
  );
}
