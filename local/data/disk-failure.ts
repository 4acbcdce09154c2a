import { statfsSync } from 'node:fs';
import { StartError } from '../process/start-error.ts';

/**
 * The ways in which the operating system refuses a file: no space, over a quota or a limit, read-only, not permitted,
 * or a broken disk.
 */
const refusals: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EIO'];

const MEGABYTE = 1024 * 1024;
/** Enough space for all writes that can be in progress at once. */
const LEAST_FREE_BYTES = 16 * MEGABYTE;

/** The error for a file or directory of the stack's data that cannot be used, with what to do. */
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
 * Returns an error when little space is left on the disk. DynamoDB Local must not meet a full disk: it continues to
 * confirm writes, and loses them when it ends.
 */
export function lowDiskSpaceError(dataDirectory: string, leastFreeBytes = LEAST_FREE_BYTES): StartError | undefined {
  const { bavail, bsize, blocks } = statfsSync(dataDirectory);
  // Some file systems do not know their size.
  if (blocks === 0 || bavail * bsize >= leastFreeBytes) return undefined;
  return diskFailure(dataDirectory, `less than ${leastFreeBytes / MEGABYTE} MB is free`);
}
