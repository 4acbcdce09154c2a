import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is said of a file of the site. */
export interface SiteFile {
  /** Its name in the folder; the file is compressed by gzip. */
  readonly file: string;
  readonly contentType: string;
  /** Weak, because it stands for the plain and the compressed form. */
  readonly etag: string;
  /** Content-Security-Policy. */
  readonly policy: string;
  /** Present where browsers save the file instead of showing it. */
  readonly saveAs?: string;
}

/** A file with its content, compressed by gzip. */
export interface ReadFile extends SiteFile {
  readonly content: Buffer;
}

/** The files of a site by their path. */
export type SiteFiles = ReadonlyMap<string, ReadFile>;

/** What the list of a site's files is called in their folder. */
export const siteList = 'site.json';

/** Reads all at once, a megabyte: later the folder may be another release's. Only what the list names is read. */
export function siteFilesIn(folder: string): SiteFiles {
  const list: Record<string, SiteFile> = JSON.parse(readFileSync(join(folder, siteList), 'utf8'));
  return new Map(
    Object.entries(list).map(([path, file]) => [path, { ...file, content: readFileSync(join(folder, file.file)) }]),
  );
}
