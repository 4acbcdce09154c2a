import { pagesPrefix } from '../../contract/endpoint.ts';
import { docsPrefix } from '../../contract/site.ts';

/** Segments of which none leads upwards, so that no other host or page can be meant. */
const withSlash = /^((?:\/(?!\.+\/)[\w.-]+)+)\/+$/;

/** A page has a kind and a token below its prefix. */
const isPage = new RegExp(`^(${pagesPrefix}/[^/]+/[^/]+|${docsPrefix}(/|$))`);

/**
 * Where a page is whose address has a slash at its end, with the query. The gateway finds no route for such an address,
 * in AWS and on one machine alike.
 * @param path without the query
 * @returns undefined for any other address, and for what is no page
 */
export function pageWithoutSlash(path: string, query: string): string | undefined {
  const [, page] = withSlash.exec(path) ?? [];
  if (page === undefined || !isPage.test(page)) return undefined;
  return query !== '' && /^[\x21-\x7e]+$/.test(query) ? `${page}?${query}` : page;
}
