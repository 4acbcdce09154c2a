import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Quickstart } from '../../../../local/data/quickstart.ts';
import { startGuarded } from '../../../../local/process/guarded-process.ts';

/** The one-machine stack as `npm start` runs it. */
export interface RunningStack extends AsyncDisposable {
  readonly directory: string;
  readonly startMs: number;
  readonly pid: number;
  readonly quickstart: Quickstart;
}

const root = join(import.meta.dirname, '../../../..');
/** What `npm start` runs, without npm. */
const [, ...command] = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start.split(' ');
const readyTimeoutMs = 60_000;
const pollMs = 10;
const graceSeconds = 20;

/** Starts the stack with new data, measures on it, and leaves nothing behind. */
export async function withStack<T>(args: readonly string[], act: (stack: RunningStack) => Promise<T>): Promise<T> {
  await using directory = newDirectory();
  await using stack = await startStack(directory.path, args);
  return await act(stack);
}

/** Starts the stack on a data directory. Disposing of it stops the stack and keeps its data. */
export async function startStack(directory: string, args: readonly string[] = []): Promise<RunningStack> {
  const startedAt = performance.now();
  const options = ['--port', '0', '--data', directory, '--rate-limit', '1000000', ...args];
  const stack = startGuarded(process.execPath, [...command, ...options], { graceSeconds, cwd: root });
  const stop = async () => void (await stack.end());
  let hasEnded = false;
  void stack.exited.then(() => {
    hasEnded = true;
  });
  while (!stack.outputTail().includes('Sluice is ready')) {
    if (hasEnded || performance.now() - startedAt > readyTimeoutMs) {
      await stop();
      throw new Error(`not ready:\n${stack.outputTail()}`);
    }
    await sleep(pollMs);
  }
  const startMs = Math.round(performance.now() - startedAt);
  const quickstart: Quickstart = JSON.parse(readFileSync(join(directory, 'quickstart.json'), 'utf8'));
  const pid = Number.parseInt(readFileSync(join(directory, 'lock'), 'utf8'), 10);
  return { directory, startMs, pid, quickstart, [Symbol.asyncDispose]: stop };
}

/** A directory that is deleted with all that is in it. */
export function newDirectory(): AsyncDisposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  return { path, [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }) };
}
