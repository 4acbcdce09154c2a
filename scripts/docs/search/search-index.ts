import type { SitePage } from '../pages.ts';
import type { SearchEntry } from './entry.ts';

/** The pages and their headings, and the entries that the reference adds about its operations. */
export function searchEntries(pages: readonly SitePage[], operations: readonly SearchEntry[] = []): SearchEntry[] {
  return [...operations, ...pages.flatMap(entriesOf)];
}

function entriesOf({ path, title, headings }: SitePage): SearchEntry[] {
  const below = headings.map(({ id, text }) => ({ title: text, path: `${path}#${id}`, of: title }));
  return [{ title, path }, ...below];
}
