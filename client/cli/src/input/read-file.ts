import { constants, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Fault, FaultyFile, type Line, UsageError } from './fault.ts';
import { maxFileBytes, maxLines } from './limits.ts';
import type { Names } from './names.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines } from './read-json-lines.ts';
import { findTwins } from './twins.ts';
import { whyUnreadable } from './unreadable.ts';

export const formats = ['csv', 'jsonl'] as const;
export type Format = (typeof formats)[number];

export interface Reading {
  /** Defaults to the format shown by the file's name. */
  readonly format?: Format | undefined;
  /** Only for CSV. Defaults to the delimiter that the file names, or a comma. */
  readonly delimiter?: string | undefined;
  readonly names: Names;
  readonly allowDuplicates: boolean;
}

/**
 * Reads and checks all payouts in a file.
 * @throws FaultyFile with every fault of every line
 * @throws UsageError if the file cannot be read at all
 */
export async function readPayouts(path: string, reading: Reading): Promise<readonly Line[]> {
  const format = reading.format ?? formatOf(path);
  const text = decode(await readBytes(path)).replace(/\r\n?/g, '\n');
  const { names, delimiter } = reading;
  const { lines, faults } = format === 'csv' ? readCsv(text, delimiter, names) : readJsonLines(text, names);
  const twins = reading.allowDuplicates ? [] : findTwins(lines);
  const all = [...faults, ...twins, ...countFaults(lines.length + faults.length)];
  if (all.length > 0) throw new FaultyFile(all.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)));
  return lines;
}

function formatOf(path: string): Format {
  const extension = extname(path).toLowerCase();
  if (extension === '.csv') return 'csv';
  if (extension === '.jsonl' || extension === '.ndjson') return 'jsonl';
  throw new UsageError(`The name of ${path} does not show its format: give --format csv or --format jsonl.`);
}

/** Otherwise a FIFO would wait for a writer. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

async function readBytes(path: string): Promise<Buffer> {
  const file = await open(path, flags).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(whyUnreadable(path, cause), { cause });
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new UsageError(`${path} is not a file.`);
    if (stats.size > maxFileBytes)
      throw fileFault(`The file is larger than ${maxFileBytes / 1024 / 1024} MiB; split it.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The text without its byte order mark. */
function decode(bytes: Buffer): string {
  if (/^(fffe|feff)/.test(bytes.toString('hex', 0, 2))) throw fileFault(`The file is UTF-16; ${saveAsUtf8}`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fileFault(`The file is not UTF-8; ${saveAsUtf8}`);
  }
}

const saveAsUtf8 = 'save it as "CSV UTF-8", or as UTF-8 in an editor.';

function countFaults(count: number): Fault[] {
  if (count === 0) return [{ message: 'The file has no line that asks for a payout.' }];
  return count > maxLines ? [{ message: `The file has more than ${maxLines} lines; split it.` }] : [];
}

function fileFault(message: string): FaultyFile {
  return new FaultyFile([{ message }]);
}
