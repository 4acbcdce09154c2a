import { randomUUID } from 'node:crypto';
import { access, constants, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '../input/fault.ts';

/** Writes a file that is whole or not there: others see the old content or the new, also after a crash. */
export async function writeAtomically(path: string, content: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    // It names accounts and amounts: for its owner alone.
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw new Error(`${path} cannot be written: ${(cause as NodeJS.ErrnoException).code}.`, { cause });
  }
}

/**
 * Says before anything is done that its result could not be written.
 * @throws UsageError
 */
export async function refuseUnwritable(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be written: ${cause.code}.`, { cause });
  });
}
