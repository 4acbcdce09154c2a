import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How a stored form of a file is encoded: compressed, or as it is. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** What is said of a file of the site. */
export interface SiteFile {
  /** The names of its forms in the folder. A file that compression does not make smaller is there as it is, any other one by gzip at least. */
  readonly forms: Readonly<Partial<Record<Encoding, string>>>;
  readonly contentType: string;
  /** Weak, because it stands for every form. */
  readonly etag: string;
  /** Content-Security-Policy. */
  readonly policy: string;
  /** Present where browsers save the file instead of showing it. */
  readonly saveAs?: string;
  /** Present where another content would have another path. */
  readonly isFinal?: true;
}

/** A file with its content. */
export interface ReadFile extends SiteFile {
  readonly contents: Readonly<Partial<Record<Encoding, Buffer>>>;
}

/** The files of a site by their path, and at `notFound` what browsers are shown instead of a page. */
export type SiteFiles = ReadonlyMap<string, ReadFile>;

/** No request has this path. */
export const notFound = 'not-found';

/** What the list of a site's files is called in their folder. */
export const siteList = 'site.json';

/** Reads all at once, a few megabytes: later the folder may be another release's. Only what the list names is read. */
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
