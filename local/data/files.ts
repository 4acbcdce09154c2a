import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file for its owner only. A reader sees the old file or the new one, never half of one; a crash leaves one of
 * them.
 */
export function writePrivateFile(file: string, content: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flush: true });
    // A leftover of an earlier crash keeps its mode through writeFileSync.
    chmodSync(temporary, 0o600);
    renameSync(temporary, file);
  } finally {
    // On a full disk the temporary file is incomplete, and must not stay behind.
    rmSync(temporary, { force: true });
  }
}

/** The file's text, or undefined where there is none. */
export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // The second: what it would lie in is a file.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
