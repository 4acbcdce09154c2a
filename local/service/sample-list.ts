import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type ListSource, ofEachFile } from '../../shared/providers/ofac/list-source.ts';

const folder = new URL('../../test/data/ofac/', import.meta.url);

/**
 * OFAC's list with its aliases and further remarks as of one day in 2022. It comes with the repository, to try `npm run
 * ops -- screen`.
 */
export const sampleListSource: ListSource = {
  version: async () => '2022',
  read: () => ofEachFile((name) => unpacked(`${name.toLowerCase()}.gz`)),
};

async function unpacked(file: string): Promise<Buffer> {
  return promisify<Buffer, Buffer>(gunzip)(await readFile(new URL(file, folder)));
}
