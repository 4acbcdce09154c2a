import { pagesPrefix } from '../../contract/endpoint.ts';

/** Longer than any address that the service stores. */
const maxLength = 2_048;
/** Of no host: reserved by RFC 2606. */
const nowhere = 'https://pages.invalid';

/**
 * The value of a Location header: a path of the pages, or an https address without a user's name. It is written anew
 * from its parts, in which everything that could end a header is escaped.
 * @throws Error for anything else, which is a fault of the page
 */
export function locationOf(redirect: string): string {
  const location = redirect.length > maxLength ? undefined : (pathOf(redirect) ?? addressOf(redirect));
  if (location === undefined) throw new Error('a page leads to other pages or to https only');
  return location;
}

/** `/p/..` is no page. */
function pathOf(redirect: string): string | undefined {
  const url = redirect.startsWith(`${pagesPrefix}/`) ? URL.parse(redirect, nowhere) : null;
  return url?.pathname.startsWith(`${pagesPrefix}/`) ? url.pathname + url.search + url.hash : undefined;
}

function addressOf(redirect: string): string | undefined {
  const url = URL.parse(redirect);
  return url?.protocol === 'https:' && url.username + url.password === '' ? url.href : undefined;
}
