import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Sluice } from '../../../client/src/index.ts';
import { startGuarded } from '../../../local/guarded-process.ts';
import { measureNeighbour, type NeighbourFigures } from './neighbour.ts';

export interface StackFigures {
  readonly startMs: number;
  /** Resident, of Node and Java together, after some use. */
  readonly rssMb: number;
  readonly neighbour: NeighbourFigures;
}

const startScript = join(import.meta.dirname, '../../../local/start.mjs');
const readyTimeoutMs = 60_000;
const pollMs = 10;
const reads = 200;
const graceSeconds = 20;

/** Starts the stack as `npm start` does, with new data, and uses it a little. */
export async function measureStack(neighbourSeconds: number): Promise<StackFigures> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const startedAt = performance.now();
  const options = ['--port', '0', '--data', directory, '--rate-limit', '1000000'];
  const stack = startGuarded(process.execPath, [startScript, ...options], { graceSeconds });
  try {
    while (!stack.outputTail().includes('Sluice is ready')) {
      if (performance.now() - startedAt > readyTimeoutMs) throw new Error(`not ready:\n${stack.outputTail()}`);
      await sleep(pollMs);
    }
    const startMs = Math.round(performance.now() - startedAt);
    const quickstart = JSON.parse(readFileSync(join(directory, 'quickstart.json'), 'utf8'));
    const sluice = new Sluice(quickstart);
    for (let read = 0; read < reads; read += 1) await sluice.getBalance();
    const pid = Number.parseInt(readFileSync(join(directory, 'lock'), 'utf8'), 10);
    const rssMb = Math.round((await residentKilobytes(pid)) / 1024);
    return { startMs, rssMb, neighbour: await measureNeighbour(directory, quickstart, neighbourSeconds) };
  } finally {
    await stack.end();
    rmSync(directory, { recursive: true, force: true });
  }
}

const run = promisify(execFile);

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly kilobytes: number;
}

/** Of a process with all below it. */
async function residentKilobytes(root: number): Promise<number> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line): Process => {
      const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, kilobytes };
    });
  const total = (pid: number): number =>
    processes.filter(({ parent }) => parent === pid).reduce((sum, child) => sum + total(child.pid), 0) +
    (processes.find((process) => process.pid === pid)?.kilobytes ?? 0);
  return total(root);
}
