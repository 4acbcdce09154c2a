import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Cell } from './cell.ts';
import type { CellFigures } from './cell-figures.ts';
import { cellsOf, type ModelledSizes } from './cells.ts';

/** Plays the cells, as many at once as there are cores: virtual time does not care. */
export async function measureModelled(sizes: ModelledSizes, progress: (what: string) => void): Promise<CellFigures[]> {
  const cells = cellsOf(sizes);
  const figures = new Map<Cell, CellFigures>();
  // The longest first, so that no core has one to itself at the end.
  const waiting = cells.toSorted((a, b) => b.warmUp + b.payouts - a.warmUp - a.payouts);
  const playAll = async () => {
    for (let cell = waiting.shift(); cell; cell = waiting.shift()) {
      progress(`modelled store: ${cell.operation}, ${cell.organizations} x ${cell.callers}`);
      figures.set(cell, await playAside(cell));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, playAll));
  return cells.map((cell) => figures.get(cell) as CellFigures);
}

const script = join(import.meta.dirname, 'cell-process.ts');

/** In a process of its own, with its own memory. @throws Error when it ends without figures */
async function playAside(cell: Cell): Promise<CellFigures> {
  const child = fork(script, [JSON.stringify(cell)]);
  const ended = new AbortController();
  const { signal } = ended;
  const exit = once(child, 'exit', { signal }).then(() => {
    throw new Error(`the process that played ${JSON.stringify(cell)} ended`);
  });
  const [figures] = await Promise.race([once(child, 'message', { signal }), exit]).finally(() => ended.abort());
  return figures as CellFigures;
}
