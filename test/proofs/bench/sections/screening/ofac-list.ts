import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ListFiles } from '../../../../../shared/providers/ofac/list-source.ts';

/**
 * OFAC's Specially Designated Nationals list with its aliases and further remarks as they were on one day of 2022. A work of the U.S.
 * government, in the public domain.
 */
export function ofacList(): ListFiles {
  return {
    sdn: unpacked('sdn.csv.gz'),
    aliases: unpacked('alt.csv.gz'),
    comments: unpacked('sdn_comments.csv.gz'),
  };
}

function unpacked(file: string): Uint8Array {
  return gunzipSync(readFileSync(new URL(`../../../../data/ofac/${file}`, import.meta.url)));
}
