import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a process holds a lock for writing on a file, as Linux lists them. Does not open the file. */
export function holdsLock(pid: number, file: string): boolean {
  const { ino } = statSync(file);
  // 1: POSIX  ADVISORY  WRITE 748 fe:00:10240481 1073741826 1073742335
  const locks = readFileSync('/proc/locks', 'utf8').split('\n');
  return locks.some((lock) => lock.includes(` WRITE ${pid} `) && lock.includes(`:${ino} `));
}

/** How many descriptors a process has of a file. */
export function descriptorsOf(pid: number, file: string): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((descriptor) => targetOf(join(folder, descriptor)) === file).length;
}

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    // It was closed meanwhile.
    return undefined;
  }
}
