import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { round } from '../statistics.ts';

/** What a process and all below it have taken so far. */
export interface ProcessUsage {
  /** Resident, megabytes. */
  readonly megabytes: number;
  /** Of the processor: the machine's other work is not in it. NaN where the system does not tell. */
  readonly processorMs: number;
}

const run = promisify(execFile);
/** Linux counts in hundredths of a second. */
const msPerTick = 10;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly kilobytes: number;
}

export async function usageOf(root: number): Promise<ProcessUsage> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line): Process => {
      const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, kilobytes };
    });
  const below = (pid: number): Process[] =>
    processes
      .filter((process) => process.pid === pid || process.parent === pid)
      .flatMap((process) => {
        return process.pid === pid ? [process] : below(process.pid);
      });
  const all = below(root);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    megabytes: round(sum(all.map(({ kilobytes }) => kilobytes)) / 1024, 0),
    processorMs: sum(all.map(({ pid }) => processorMsOf(pid))),
  };
}

function processorMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name may hold spaces; the fields behind it do not. User and system time are the 14th and 15th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * msPerTick;
  } catch {
    return Number.NaN;
  }
}
