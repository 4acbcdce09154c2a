import { randomUUID } from 'node:crypto';
import { access, constants, type FileHandle, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UsageError } from '../input/fault.ts';
import { openStream } from './output-stream.ts';
import { codeOf, type OutputFile, type OutputTerms } from './output-terms.ts';

/**
 * Makes sure that a file can be written, before doing the work whose result it will contain. A regular file is replaced
 * as a whole. A device, a FIFO, or a file with several names or behind a link is written through.
 * @throws UsageError
 */
export async function openOutput(path: string, terms: OutputTerms): Promise<OutputFile> {
  if (path === '' || /[\\/]$/.test(path)) throw unwritable(path, 'it is not the name of a file');
  try {
    await refuseSources(path, terms.sources ?? []);
    return await openByKind(path, terms);
  } catch (error) {
    if (error instanceof UsageError || !isSystemError(error)) throw error;
    throw unwritable(path, reasonOf(error, terms.bytes), error);
  }
}

async function openByKind(path: string, terms: OutputTerms): Promise<OutputFile> {
  const target = await absentAs(undefined, stat(path));
  const itself = await absentAs(undefined, lstat(path));
  if (target?.isDirectory()) throw unwritable(path, 'it is a folder');
  if (target?.isBlockDevice() || target?.isSocket()) throw unwritable(path, 'it is neither a file nor a stream');
  if (target && !target.isFile()) return openStream(path, terms);
  const isOwn = itself === undefined || (itself.isFile() && itself.nlink === 1);
  const folder = dirname(await absentAs(path, realpath(path)));
  try {
    await tryRoom(folder, terms.bytes);
  } catch (error) {
    // A file that may be written, in a folder that may not.
    if (!target || !/^(EACCES|EPERM|EROFS)$/.test(codeOf(error))) throw error;
    await access(path, constants.W_OK);
    return throughFile(path);
  }
  if (isOwn) return replacing(path);
  // The target of a link may not exist yet.
  await (await open(path, constants.O_WRONLY | constants.O_CREAT, ownerOnly)).close();
  return throughFile(path);
}

/** Writes as many bytes as the content will have, and removes them again, because the disk may be full. */
async function tryRoom(folder: string, bytes: number): Promise<void> {
  await withTemporary(folder, async (file) => {
    const block = Buffer.alloc(Math.min(bytes, 1024 * 1024));
    for (let left = bytes; left > 0; left -= block.length) await file.write(block, 0, Math.min(block.length, left));
    await file.sync();
  });
}

/** Other processes see the old content or the new, also after a crash. */
function replacing(path: string): OutputFile {
  const write = async (content: string) => {
    const folder = dirname(path);
    const fill = async (file: FileHandle) => {
      await file.writeFile(content);
      await file.sync();
    };
    await withTemporary(folder, fill, async (temporary) => {
      await rename(temporary, path).catch((error) => {
        // The file is a mount point, or held open by another program, so its name cannot be given to another file.
        if (!/^(EBUSY|EXDEV|EPERM|EACCES)$/.test(codeOf(error))) throw error;
        return overwrite(path, content);
      });
    });
  };
  return { write: naming(path, write), [Symbol.asyncDispose]: async () => {} };
}

function throughFile(path: string): OutputFile {
  return { write: naming(path, (content) => overwrite(path, content)), [Symbol.asyncDispose]: async () => {} };
}

async function overwrite(path: string, content: string): Promise<void> {
  const file = await open(path, 'w', ownerOnly);
  try {
    await file.writeFile(content);
    await file.sync().catch(() => {});
  } finally {
    await file.close();
  }
}

/** The file names accounts and amounts, so only its owner can read it. */
const ownerOnly = 0o600;

/** A new file next to the target, with a short name, because the target's name may have the maximum length. */
async function withTemporary(
  folder: string,
  fill: (file: FileHandle) => Promise<void>,
  finish: (path: string) => Promise<void> = async () => {},
): Promise<void> {
  const path = join(folder, `.sluice-${randomUUID().slice(0, 8)}.tmp`);
  const file = await open(path, 'wx', ownerOnly);
  try {
    await fill(file).finally(() => file.close());
    await finish(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function refuseSources(path: string, sources: readonly string[]): Promise<void> {
  const output = await absentAs(undefined, stat(path));
  for (const source of sources) {
    const read = await absentAs(undefined, stat(source));
    if (output && output.dev === read?.dev && output.ino === read.ino)
      throw new UsageError(`--out must not be ${source}, which is the input file.`);
  }
}

function naming(path: string, write: (content: string) => Promise<void>): OutputFile['write'] {
  return (content) =>
    write(content).catch((cause) => {
      throw new Error(`${path} cannot be written: ${codeOf(cause)}.`, { cause });
    });
}

function unwritable(path: string, reason: string, cause?: unknown): UsageError {
  return new UsageError(`${path} cannot be written: ${reason}. Give another file with --out.`, { cause });
}

function reasonOf(error: unknown, bytes: number): string {
  const code = codeOf(error);
  return /^(ENOSPC|EDQUOT|EFBIG)$/.test(code) ? `${code}, there is not enough room for ${bytes} bytes` : code;
}

function absentAs<Value, Absent>(absent: Absent, found: Promise<Value>): Promise<Value | Absent> {
  return found.catch((error) => {
    if (codeOf(error) === 'ENOENT') return absent;
    throw error;
  });
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
