import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How long the table keeps a process from everything else, milliseconds. */
export interface BlockingFigures extends TableFigures {
  /** What this machine alone did meanwhile to a process that had nothing to do. */
  readonly machineMaxMs: number;
}

/** What the process of the table says. */
export interface TableFigures {
  readonly transactions: number;
  readonly commitP50Ms: number;
  readonly commitP99Ms: number;
  readonly commitMaxMs: number;
  /** Of the event loop, while many callers write. */
  readonly stallP50Ms: number;
  readonly stallP99Ms: number;
  readonly stallMaxMs: number;
  /** Items whose time to live had passed, and the longest stall while they left. */
  readonly expired: number;
  readonly expiryStallMaxMs: number;
  readonly walMb: number;
}

/** Writes to a long history in a process of its own. @param directory the stack's data directory; no stack uses it */
export async function measureBlocking(directory: string, seconds: number): Promise<BlockingFigures> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const child = fork(join(import.meta.dirname, 'blocking-process.ts'), [join(directory, 'table'), String(seconds)]);
  const [figures] = (await once(child, 'message')) as [TableFigures];
  delay.disable();
  return { ...figures, machineMaxMs: Math.round(delay.max / 1e5) / 10 };
}
