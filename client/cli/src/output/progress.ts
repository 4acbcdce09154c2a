import type { PayoutBatch } from '../../../src/index.ts';
import { groupBy } from '../input/group-by.ts';
import type { World } from '../world.ts';
import { printable } from './printable.ts';

const widestBar = 24;
const narrowestBar = 8;
/** Without a terminal, a line is printed each time this additional fraction of the work is done: a twentieth. */
const steps = 20;

export interface Progress {
  readonly show: (runs: readonly PayoutBatch[]) => void;
  /** Ends the line of the progress bar. */
  readonly end: () => void;
}

/** Shows a progress bar on a terminal, and plain lines otherwise. */
export function showProgress({ note, isWatched, columns }: Pick<World, 'note' | 'isWatched' | 'columns'>): Progress {
  let last = '';
  let isOpen = false;
  const show = (runs: readonly PayoutBatch[]) => {
    const state = progressOf(runs);
    const { share, text } = state;
    if (isWatched) {
      isOpen = true;
      note(`\r\u001b[K${printable(barOf(state, columns()))}`);
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

/**
 * A progress bar and its text in one line of a terminal. A wrapped line could not be overwritten. The last column stays
 * free, because some terminals wrap when it is filled.
 */
function barOf({ share, text, short }: ProgressState, columns: number): string {
  const room = Math.max(columns - 1, 0);
  const bar = (width: number) => `[${'#'.repeat(Math.floor(share * width)).padEnd(width)}] `;
  const whole = bar(widestBar) + text;
  return whole.length <= room ? whole : (bar(narrowestBar) + short).slice(0, room);
}

interface ProgressState {
  readonly share: number;
  readonly text: string;
  /** For narrow terminals. */
  readonly short: string;
}

/** A line counts half when it is validated, and fully when its outcome is known. */
function progressOf(runs: readonly PayoutBatch[]): ProgressState {
  const sum = (of: (run: PayoutBatch) => number) => runs.reduce((total, run) => total + of(run), 0);
  const lines = sum(({ itemCount }) => itemCount);
  const validated = sum(({ progress }) => progress.validated);
  const resolved = sum(({ progress }) => progress.resolved);
  const text = `${lines} lines: ${validated} validated, ${resolved} resolved; ${statesOf(runs)}`;
  const short = `${resolved} of ${lines} resolved`;
  return { short, share: lines === 0 ? 0 : (validated + resolved) / (2 * lines), text };
}

function statesOf(runs: readonly PayoutBatch[]): string {
  const states = groupBy(runs, ({ status }) => status);
  return [...states].map(([status, { length }]) => `${length} ${status}`).join(', ');
}
