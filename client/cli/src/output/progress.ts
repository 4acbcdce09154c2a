import type { PayoutBatch } from '../../../src/index.ts';
import type { World } from '../world.ts';
import { printable } from './printable.ts';

const width = 24;
/** Where nobody watches, a line is written when this share of the work more is done: a twentieth. */
const steps = 20;

export interface Progress {
  readonly show: (runs: readonly PayoutBatch[]) => void;
  /** Ends the line of the bar. */
  readonly end: () => void;
}

/** A bar on a terminal, and plain lines everywhere else. */
export function showProgress({ note, isWatched }: Pick<World, 'note' | 'isWatched'>): Progress {
  let last = '';
  let isOpen = false;
  const show = (runs: readonly PayoutBatch[]) => {
    const { share, text } = progressOf(runs);
    if (isWatched) {
      isOpen = true;
      note(`\r\u001b[K[${'#'.repeat(Math.floor(share * width)).padEnd(width)}] ${printable(text)}`);
      return;
    }
    const step = `${Math.floor(share * steps)} ${statesOf(runs)}`;
    if (step !== last) note(`${text}\n`);
    last = step;
  };
  const end = () => {
    if (isOpen) note('\n');
    isOpen = false;
  };
  return { show, end };
}

/** A line is done half when it is validated, and whole when its fate is known. */
function progressOf(runs: readonly PayoutBatch[]): { share: number; text: string } {
  const sum = (of: (run: PayoutBatch) => number) => runs.reduce((total, run) => total + of(run), 0);
  const lines = sum(({ itemCount }) => itemCount);
  const validated = sum(({ progress }) => progress.validated);
  const resolved = sum(({ progress }) => progress.resolved);
  const text = `${lines} lines: ${validated} validated, ${resolved} resolved; ${statesOf(runs)}`;
  return { share: lines === 0 ? 0 : (validated + resolved) / (2 * lines), text };
}

function statesOf(runs: readonly PayoutBatch[]): string {
  const states = Map.groupBy(runs, ({ status }) => status);
  return [...states].map(([status, { length }]) => `${length} ${status}`).join(', ');
}
