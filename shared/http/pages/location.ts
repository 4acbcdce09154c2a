import { pagesPrefix } from '../../contract/endpoint.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** Longer than any address that the service stores, with all that must be escaped, and the id of a payment behind it. */
const maxLength = 8_192;

const loopback = ['localhost', '127.0.0.1', '[::1]'];
/** Of no host: reserved by RFC 2606. */
const nowhere = 'https://pages.invalid';

/**
 * The value of a Location header: a path of the pages, or an https address without a user's name; on one machine, whose
 * own pages are http, an address of that machine too. An address stays as it is written, because a merchant may have signed
 * it; one with a character that could end a header is written anew from its parts, in which it is escaped.
 * @throws Error for anything else, which is a fault of the page
 */
export function locationOf(redirect: string, place: Pick<Runtime<'pages'>, 'pagesUrl'> = {}): string {
  const location = redirect.length > maxLength ? undefined : (pathOf(redirect) ?? addressOf(redirect, place));
  if (location === undefined) throw new Error('a page leads to other pages or to https only');
  return location;
}

/** `/p/..` is no page. */
function pathOf(redirect: string): string | undefined {
  const url = redirect.startsWith(`${pagesPrefix}/`) ? URL.parse(redirect, nowhere) : null;
  return url?.pathname.startsWith(`${pagesPrefix}/`) ? url.pathname + url.search + url.hash : undefined;
}

function addressOf(redirect: string, { pagesUrl }: Pick<Runtime<'pages'>, 'pagesUrl'>): string | undefined {
  const url = URL.parse(redirect);
  if (!url || url.username + url.password !== '') return undefined;
  const isOwnMachine = url.protocol === 'http:' && loopback.includes(url.hostname) && pagesUrl?.startsWith('http:');
  return url.protocol === 'https:' || isOwnMachine ? asWritten(redirect, url) : undefined;
}

function asWritten(redirect: string, url: URL): string {
  return /^[\x21-\x7e]+$/.test(redirect) ? redirect : url.href;
}
