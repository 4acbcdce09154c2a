import { spawnSync } from 'node:child_process';

interface Listed {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
}

/** Processes that a process started, and those that they started. */
export function descendantsOf(pid: number): number[] {
  const children = list()
    .filter(({ parent }) => parent === pid)
    .map((child) => child.pid);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Those that still run; one that only waits to be reaped does not. */
export function running(pids: readonly number[]): number[] {
  return list()
    .filter(({ pid, state }) => pids.includes(pid) && !state.startsWith('Z'))
    .map(({ pid }) => pid);
}

function list(): Listed[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, state = ''] = line.trim().split(/\s+/);
      return { pid: Number(pid), parent: Number(parent), state };
    });
}
