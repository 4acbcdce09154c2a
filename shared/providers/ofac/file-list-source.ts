import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { checkFileSize, type ListSource, ofEachFile } from './list-source.ts';

/** The list in a folder. */
export function fileListSource(folder: string): ListSource {
  async function stamp(name: string): Promise<string> {
    const { mtimeMs, size } = await stat(join(folder, name));
    return `${mtimeMs}-${size}`;
  }

  async function bytesOf(name: string): Promise<Uint8Array> {
    const path = join(folder, name);
    checkFileSize(path, (await stat(path)).size);
    return readFile(path);
  }

  return {
    version: async () => Object.values(await ofEachFile(stamp)).join(' '),
    read: () => ofEachFile(bytesOf),
  };
}
