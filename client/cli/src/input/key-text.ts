import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { UsageError } from './fault.ts';
import { quoted, whyUnreadable } from './unreadable.ts';

/**
 * Reads a key, or a file with one, which only its owner may be able to read. The file is opened once, and the opened
 * file is checked and read, so that nobody can replace it in between. A pipe does not block it. Links are followed,
 * because secrets are often mounted as links.
 * @throws UsageError
 */
export function readKeyText(path: string): string {
  let opened: number | undefined;
  try {
    // Windows has no such flag.
    opened = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(opened);
    if (!stats.isFile()) throw new UsageError(`${path} is not a file.`);
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
      throw new UsageError(`Other users can read the key in ${path}. Run: chmod 600 ${quoted(path)}`);
    return readFileSync(opened, 'utf8');
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(whyUnreadable(path, cause as NodeJS.ErrnoException), { cause });
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
