import { fork } from 'node:child_process';
import { once } from 'node:events';
import { freemem } from 'node:os';
import { join } from 'node:path';
import type { HintingFigures } from './hinting.ts';
import type { SendingFigures } from './sending.ts';

/** How much is swept. */
export interface SweepSizes {
  /** Due rows after an hour without hints. */
  readonly dueRows: number;
  /** Of as many payouts it is measured how fast they are sent. */
  readonly sentPayouts: number;
}

export interface SweepFigures {
  /** What was wanted: less is played where memory lacks. */
  readonly wantedRows: number;
  readonly hinting: HintingFigures;
  readonly sending: SendingFigures;
}

/** As many organizations as make ten payouts a second each, 1.44 million in an hour. */
const organizations = 40;
const aloneSeconds = 60;
/** A row in the table in memory, with its place in the index and in the queue. */
const bytesPerRow = 2_000;
const heapOverRows = 1.5e9;

export async function measureSweep(
  { dueRows, sentPayouts }: SweepSizes,
  progress: (what: string) => void,
): Promise<SweepFigures> {
  const rows = freemem() > neededFor(dueRows) ? dueRows : Math.round(dueRows / 10);
  progress(`sweep: ${rows} due rows${rows < dueRows ? `, because memory lacks for ${dueRows}` : ''}`);
  const hinting = await playAside<HintingFigures>('hinting', { rows, organizations, aloneSeconds }, neededFor(rows));
  progress(`sweep: ${sentPayouts} payouts are sent`);
  const sending = await playAside<SendingFigures>('sending', { payouts: sentPayouts, organizations }, heapOverRows);
  return { wantedRows: dueRows, hinting, sending };
}

function neededFor(rows: number): number {
  return rows * bytesPerRow + heapOverRows;
}

const script = join(import.meta.dirname, 'sweep-process.ts');

/** In a process of its own, with as much memory as it needs. @throws Error when it ends without figures */
async function playAside<Figures>(what: string, sizes: object, bytes: number): Promise<Figures> {
  const execArgv = [`--max-old-space-size=${Math.ceil(bytes / 1e6)}`];
  const child = fork(script, [what, JSON.stringify(sizes)], { execArgv });
  const ended = new AbortController();
  const { signal } = ended;
  const exit = once(child, 'exit', { signal }).then(() => {
    throw new Error(`the process that played ${what} ended without figures`);
  });
  const [figures] = await Promise.race([once(child, 'message', { signal }), exit]).finally(() => ended.abort());
  return figures as Figures;
}
