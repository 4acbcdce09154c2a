import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Sluice } from '../../../client/src/index.ts';
import { withStack } from '../service/stack.ts';
import { measureNeighbour, type NeighbourFigures } from './neighbour.ts';

export interface StackFigures {
  readonly startMs: number;
  /** Resident, of Node and Java together, after some use. */
  readonly rssMb: number;
  readonly neighbour: NeighbourFigures;
}

const reads = 200;

/** Starts the stack with new data, and uses it a little. */
export function measureStack(neighbourSeconds: number): Promise<StackFigures> {
  return withStack([], async ({ directory, startMs, pid, quickstart }) => {
    const sluice = new Sluice(quickstart);
    for (let read = 0; read < reads; read += 1) await sluice.getBalance();
    const rssMb = Math.round((await residentKilobytes(pid)) / 1024);
    return { startMs, rssMb, neighbour: await measureNeighbour(directory, quickstart, neighbourSeconds) };
  });
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
