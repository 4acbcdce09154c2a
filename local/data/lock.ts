import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { StartError } from '../process/start-error.ts';
import { readIfThere } from './files.ts';

/**
 * Makes this process the only holder of a lock file. A holder that died without releasing the lock, however it died, is
 * detected and loses it.
 * @returns a function that releases the lock
 * @throws {StartError} naming the process that holds it
 */
export function acquireLock(file: string): () => void {
  const mine = holderText(process.pid);
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, mine, { mode: 0o600 });
    // A link is created completely or not at all, and only if no file exists.
    while (!linked(temporary, file)) removeIfStale(file);
  } finally {
    rmSync(temporary, { force: true });
  }
  return () => {
    if (readIfThere(file) === mine) rmSync(file, { force: true });
  };
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Only checks.
 * @throws {StartError} naming the process that holds the lock, if there is one
 */
export function refuseHeld(file: string): void {
  refuseHolder(readIfThere(file));
}

function refuseHolder(held: string | undefined): void {
  if (held === undefined) return;
  const pid = Number.parseInt(held, 10);
  if (held !== holderText(pid) || !isAlive(pid)) return;
  throw new StartError(
    `Another Sluice (process ${pid}) uses this data directory. Stop it, or choose another with --data DIR.`,
  );
}

function removeIfStale(file: string): void {
  const held = readIfThere(file);
  if (held === undefined) return;
  refuseHolder(held);
  // Two starts may see the same dead holder. Only the lock that was checked is removed, never a new one.
  const aside = `${file}.${process.pid}.stale`;
  if (!moved(file, aside)) return;
  if (readIfThere(aside) !== held) linked(aside, file);
  rmSync(aside, { force: true });
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** The pid alone is not enough: after a reboot, or in a container, it may belong to another process. */
function holderText(pid: number): string {
  return `${pid} ${statusOf(pid)?.startedAt ?? '-'}\n`;
}

interface ProcessStatus {
  /** One letter. `Z` is a process that has ended but was not reaped by its parent. */
  readonly state: string | undefined;
  /** Clock ticks between boot and the process's start. */
  readonly startedAt: string | undefined;
}

/**
 * Undefined for a process that no longer exists, and on systems other than Linux, which do not provide this cheaply.
 */
function statusOf(pid: number): ProcessStatus | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name may contain spaces; the fields after it do not. The state is the third field, and the start
    // time the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], startedAt: fields[19] };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  // A process in state `Z` has ended. A container without an init may never reap it, and signals to it still succeed.
  if (statusOf(pid)?.state === 'Z') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
