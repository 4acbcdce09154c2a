import { statfsSync } from 'node:fs';
import { StartError } from '../process/start-error.ts';

/**
 * How the operating system refuses a file: no room, over a quota or a limit, read-only, not allowed, or a broken disk.
 */
const refusals: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EIO'];

const MEGABYTE = 1024 * 1024;
/** Room for every write that may be under way at once. */
const LEAST_FREE_BYTES = 16 * MEGABYTE;

/** Says that a file or directory of the stack's data cannot be used, and what to do. */
export function diskFailure(path: string, reason: string): StartError {
  return new StartError(`${path} cannot be used: ${reason}.
Free some space there or make it writable, and start again; or choose another directory with --data DIR.`);
}

/** Explains an error of the operating system that comes from the disk; any other error is returned as it is. */
export function explainDiskError(dataDirectory: string, error: unknown): unknown {
  const isRefusal = error instanceof Error && refusals.includes((error as NodeJS.ErrnoException).code);
  return isRefusal ? diskFailure(dataDirectory, error.message) : error;
}

/**
 * Returns an error when little room is left on the disk. DynamoDB Local must not meet a full disk: it goes on to answer
 * that it has written, and loses what it wrote when it ends.
 */
export function lowDiskSpaceError(dataDirectory: string, leastFreeBytes = LEAST_FREE_BYTES): StartError | undefined {
  const { bavail, bsize, blocks } = statfsSync(dataDirectory);
  // Some file systems do not know their size.
  if (blocks === 0 || bavail * bsize >= leastFreeBytes) return undefined;
  return diskFailure(dataDirectory, `less than ${leastFreeBytes / MEGABYTE} MB is free`);
}
