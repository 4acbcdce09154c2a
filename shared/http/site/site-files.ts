import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The encoding of a stored form of a file: compressed, or unchanged. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** The description of a file of the site. */
export interface SiteFile {
  /**
   * File names of the stored forms. A file that compression does not make smaller has only its plain form. Every other
   * file has at least a gzip form.
   */
  readonly forms: Readonly<Partial<Record<Encoding, string>>>;
  readonly contentType: string;
  /** The tag is weak, because it covers every form. */
  readonly etag: string;
  /** Value of the Content-Security-Policy header. */
  readonly policy: string;
  /** Present if browsers save the file instead of displaying it. */
  readonly saveAs?: string;
  /** Present if changed content would get a new path. */
  readonly isFinal?: true;
}

/** A file with its content. */
export interface ReadFile extends SiteFile {
  readonly contents: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** The files of a site by path. `notFound` is shown to browsers in place of a missing page. */
export type SiteFiles = ReadonlyMap<string, ReadFile>;

/** A key that is not the path of any request. */
export const notFound = 'not-found';

/** The name of the file list in the folder of a site. */
export const siteList = 'site.json';

/**
 * Reads all files of a site at once, a few megabytes, because the folder may belong to another release later. Only
 * listed files are read.
 */
export function siteFilesIn(folder: string): SiteFiles {
  const list: Record<string, SiteFile> = JSON.parse(readFileSync(join(folder, siteList), 'utf8'));
  return new Map(
    Object.entries(list).map(([path, file]) => {
      const contents = Object.entries(file.forms).map(([encoding, name]) => [
        encoding,
        readFileSync(join(folder, name)),
      ]);
      return [path, { ...file, contents: Object.fromEntries(contents) }];
    }),
  );
}
