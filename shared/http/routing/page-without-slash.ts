import { pagesPrefix } from '../../contract/endpoint.ts';
import { docsPrefix } from '../../contract/site.ts';

/** Segments none of which leads upward, so that no other host or page can be meant. */
const withSlash = /^((?:\/(?!\.+\/)[\w.-]+)+)\/+$/;

/** A page has a kind and a token below its prefix. */
const isPage = new RegExp(`^(${pagesPrefix}/[^/]+/[^/]+|${docsPrefix}(/|$))`);

/**
 * The address of a page without the trailing slash, with the query. The gateway has no route for the address with the
 * slash, in AWS as on one machine.
 * @param path without the query
 * @returns undefined for any other address, and for an address that is not a page
 */
export function pageWithoutSlash(path: string, query: string): string | undefined {
  const [, page] = withSlash.exec(path) ?? [];
  if (page === undefined || !isPage.test(page)) return undefined;
  return query !== '' && /^[\x21-\x7e]+$/.test(query) ? `${page}?${query}` : page;
}
