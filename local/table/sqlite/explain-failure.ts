import { diskFailure } from '../../data/disk-failure.ts';
import { StartError } from '../../process/start-error.ts';
import { OtherFile } from './sqlite-file.ts';

/** SQLite's own codes: the lowest byte of an extended one. */
const code = {
  busy: 5,
  readonly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  notDatabase: 26,
};
const refusedByDisk: readonly number[] = [code.readonly, code.ioError, code.full, code.cannotOpen];
const heldByAnother: readonly number[] = [code.busy, code.protocol];
const damaged: readonly number[] = [code.corrupt, code.notDatabase];

/** Explains what is wrong with a file of the table, and what to do. Any other error is returned unchanged. */
export function explainFailure(file: string, error: unknown): unknown {
  if (error instanceof OtherFile) return explainOtherFile(file, error);
  const errcode = codeOf(error);
  if (errcode === undefined) return error;
  const { message } = error as Error;
  if (refusedByDisk.includes(errcode)) return diskFailure(file, message);
  if (heldByAnother.includes(errcode)) {
    return new StartError(`Another process uses ${file}. Stop it, or choose another directory with --data DIR.`);
  }
  if (damaged.includes(errcode)) return damagedFile(file, message);
  return new StartError(`${file} cannot be used: ${message}.`);
}

/** The error for stored data that cannot be read. */
export function damagedFile(file: string, reason: string): StartError {
  return new StartError(`${file} is damaged: ${reason}.
Put back a copy of it and of ${file}-wal, if you have both; or start over: npm start -- --fresh`);
}

function explainOtherFile(file: string, { kind }: OtherFile): StartError {
  if (kind === 'of another release') {
    return new StartError(
      `${file} was made by another release. Start that release, or start over: npm start -- --fresh`,
    );
  }
  return new StartError(`${file} is a database of another program. Choose another directory with --data DIR.`);
}

/** Undefined for an error that does not come from SQLite. */
function codeOf(error: unknown): number | undefined {
  const { errcode, cause } = (error ?? {}) as { readonly errcode?: unknown; readonly cause?: unknown };
  if (typeof errcode === 'number') return errcode & 0xff;
  return cause === undefined ? undefined : codeOf(cause);
}
