import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/**
 * The content of a file that only its owner can read, or what is wrong with it: the end of a sentence that starts with
 * the name of the file.
 */
export type PrivateFile =
  | { readonly text: string; readonly fault?: undefined }
  | { readonly text?: undefined; readonly fault: string; readonly isMissing?: true };

/** Windows has neither these flags nor file modes and owners. */
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Reads a file that contains a secret. It is opened once, and the opened file is the one that is examined and read, so
 * that nobody can replace it in between. Neither a pipe nor a device blocks it.
 * @param mostBytes a larger file is refused
 */
export function readPrivateFile(file: string, mostBytes: number): PrivateFile {
  let opened: number;
  try {
    opened = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    return unopened(error as NodeJS.ErrnoException);
  }
  try {
    const fault = faultOf(file, opened);
    if (fault !== undefined) return { fault };
    const text = textOf(opened, mostBytes);
    return text === undefined ? { fault: `has more than ${mostBytes} bytes` } : { text };
  } finally {
    closeSync(opened);
  }
}

const notRegular = 'is not a file with text';

const openingFaults: Readonly<Record<string, string>> = {
  ELOOP: 'is a link: name the file itself',
  // A socket, or a device that does not exist.
  ENXIO: notRegular,
  EISDIR: notRegular,
  EACCES: 'cannot be read by you',
};

/** @throws the error if it is of another kind */
function unopened(error: NodeJS.ErrnoException): PrivateFile {
  const code = error.code ?? '';
  if (['ENOENT', 'ENOTDIR'].includes(code)) return { fault: 'does not exist', isMissing: true };
  const fault = openingFaults[code];
  if (fault === undefined) throw error;
  return { fault };
}

function faultOf(file: string, opened: number): string | undefined {
  const found = fstatSync(opened);
  if (!found.isFile()) return notRegular;
  if (process.platform === 'win32') return undefined;
  if (found.uid !== process.geteuid?.()) return 'belongs to another user';
  return (found.mode & 0o077) === 0 ? undefined : `can be read by others. Run: chmod 600 ${file}`;
}

/** @returns undefined for a larger file */
function textOf(opened: number, mostBytes: number): string | undefined {
  const bytes = Buffer.alloc(mostBytes + 1);
  let length = 0;
  for (;;) {
    const read = readSync(opened, bytes, length, bytes.length - length, null);
    length += read;
    if (length > mostBytes) return undefined;
    if (read === 0) return bytes.toString('utf8', 0, length);
  }
}
