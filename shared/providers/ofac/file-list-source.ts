import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFileSize, type ListSource, listFileNames } from './list-source.ts';

/** The list in a folder. */
export function fileListSource(folder: string): ListSource {
  const paths = { sdn: join(folder, listFileNames.sdn), aliases: join(folder, listFileNames.aliases) };

  async function stamp(path: string): Promise<string> {
    const { mtimeMs, size } = await stat(path);
    return `${mtimeMs}-${size}`;
  }

  async function bytesOf(path: string): Promise<Uint8Array> {
    checkFileSize(path, (await stat(path)).size);
    return readFile(path);
  }

  return {
    version: async () => (await Promise.all([stamp(paths.sdn), stamp(paths.aliases)])).join(' '),
    read: async () => ({ sdn: await bytesOf(paths.sdn), aliases: await bytesOf(paths.aliases) }),
  };
}
