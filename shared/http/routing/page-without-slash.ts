import { pagesPrefix } from '../../contract/endpoint.ts';
import { docsPrefix } from '../../contract/site.ts';

/** Matches paths with a trailing slash. No segment leads upward, so that no other host or page can be meant. */
const withSlash = /^((?:\/(?!\.+\/)[\w.-]+)+)\/+$/;

/** Matches pages, which have a kind and a token below their prefix, and the documentation. */
const isPage = new RegExp(`^(${pagesPrefix}/[^/]+/[^/]+|${docsPrefix}(/|$))`);

/**
 * Returns the address of a page without the trailing slash, with the query. Neither the gateway in AWS nor the local
 * one has a route for the address with the slash.
 * @param path without the query
 * @returns undefined for any other address, and for an address that is not a page
 */
export function pageWithoutSlash(path: string, query: string): string | undefined {
  const [, page] = withSlash.exec(path) ?? [];
  if (page === undefined || !isPage.test(page)) return undefined;
  return query !== '' && /^[\x21-\x7e]+$/.test(query) ? `${page}?${query}` : page;
}
