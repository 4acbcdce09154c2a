import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that only its owner can read. A reader sees the old file or the new one, never a mixture, and a crash
 * leaves one of them.
 */
export function writePrivateFile(file: string, content: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flush: true });
    // A file left over from an earlier crash keeps its mode in writeFileSync.
    chmodSync(temporary, 0o600);
    renameSync(temporary, file);
  } finally {
    // On a full disk the temporary file is incomplete and must be removed.
    rmSync(temporary, { force: true });
  }
}

/** The text of the file; undefined if the file does not exist. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // ENOTDIR: the folder of the file is itself a file.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
