import type { BatchFigures } from './sections/batches/batches.ts';
import type { SinglesFigures } from './sections/batches/singles.ts';
import { round } from './statistics.ts';
import { type Row, table } from './table.ts';

/** The figures of batches as tables for a terminal. */
export function batchTables({ modelled, stack, memory }: BatchFigures): string[] {
  const singles = modelled.flatMap((run) => run.singles ?? []);
  return [
    table('Batches on the modelled store, in virtual time', modelledRows(modelled)),
    ...singles.map((figures) => table('Single accepts while a run is created, modelled store', singlesRows(figures))),
    table('Batches, one-machine stack', stackRows(stack)),
    `Largest run: ${memory.created} payouts; accept ${memory.acceptMb} MB, worker ${memory.workerMb} MB\n`,
  ];
}

function modelledRows(modelled: BatchFigures['modelled']): Row[] {
  const header = ['', 'accepted ms', 'validated s', 'created s', 'transactions', 'items a line', 'throttled'];
  const rows = modelled.map((run): Row => {
    const { lines, endUsers, settles, singles, throttled } = run;
    return [
      `${lines} lines, ${endUsers}${settles ? ', settling' : ''}${singles ? ', single accepts' : ''}`,
      run.acceptedMs,
      round(run.validatedMs / 1000, 1),
      round(run.createdMs / 1000, 1),
      run.transactions,
      run.itemsPerLine,
      Object.entries(throttled)
        .map(([kind, count]) => `${count}: ${kind}`)
        .join(', ') || 0,
    ];
  });
  return [header, ...rows];
}

function singlesRows(singles: SinglesFigures): Row[] {
  const header = ['', 'accepts', 'p50 ms', 'p99 ms', 'before: accepts', 'p50 ms', 'p99 ms', 'errors'];
  const row = (name: string, { accepts, p50Ms, p99Ms, before, errors }: SinglesFigures['same']): Row => [
    name,
    accepts,
    p50Ms,
    p99Ms,
    before.accepts,
    before.p50Ms,
    before.p99Ms,
    errors,
  ];
  return [header, row('same organization', singles.same), row('other organizations', singles.others)];
}

function stackRows(stack: BatchFigures['stack']): Row[] {
  const header = ['', 'accepted ms', 'validated s', 'created s', 'load'];
  const rows = stack.map(
    (run): Row => [
      `${run.lines} lines, ${run.settles ? 'settlement running' : 'rails frozen'}`,
      run.acceptedMs,
      run.validatedSeconds,
      run.createdSeconds,
      run.load,
    ],
  );
  return [header, ...rows];
}
