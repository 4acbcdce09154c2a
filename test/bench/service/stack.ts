import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGuarded } from '../../../local/guarded-process.ts';
import type { Quickstart } from '../../../local/quickstart.ts';

/** The one-machine stack as `npm start` runs it. */
export interface RunningStack {
  readonly directory: string;
  readonly startMs: number;
  readonly pid: number;
  readonly quickstart: Quickstart;
}

const startScript = join(import.meta.dirname, '../../../local/start.mjs');
const readyTimeoutMs = 60_000;
const pollMs = 10;
const graceSeconds = 20;

/** Starts the stack with new data, measures on it, and leaves nothing behind. */
export async function withStack<T>(args: readonly string[], act: (stack: RunningStack) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const startedAt = performance.now();
  const options = ['--port', '0', '--data', directory, '--rate-limit', '1000000', ...args];
  const stack = startGuarded(process.execPath, [startScript, ...options], { graceSeconds });
  try {
    while (!stack.outputTail().includes('Sluice is ready')) {
      if (performance.now() - startedAt > readyTimeoutMs) throw new Error(`not ready:\n${stack.outputTail()}`);
      await sleep(pollMs);
    }
    const startMs = Math.round(performance.now() - startedAt);
    const quickstart: Quickstart = JSON.parse(readFileSync(join(directory, 'quickstart.json'), 'utf8'));
    const pid = Number.parseInt(readFileSync(join(directory, 'lock'), 'utf8'), 10);
    return await act({ directory, startMs, pid, quickstart });
  } finally {
    await stack.end();
    rmSync(directory, { recursive: true, force: true });
  }
}
