import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { UsageError } from './fault.ts';
import { quoted, whyUnreadable } from './unreadable.ts';

/**
 * A key, or a file with one: its owner alone may read it. It is opened once, and what was opened is what is examined and read, so that nobody
 * can put another file in its place in between. A pipe does not keep it waiting. Links are followed, because secrets are often mounted as links.
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
