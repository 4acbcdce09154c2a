import { pagesPrefix } from '../../contract/endpoint.ts';
import type { Runtime } from '../../ports/runtime.ts';

/** Longer than any stored address with everything escaped and the id of a payment appended. */
const maxLength = 8_192;

const loopback = ['localhost', '127.0.0.1', '[::1]'];
/** A host that cannot exist, reserved by RFC 2606. */
const nowhere = 'https://pages.invalid';

/**
 * Returns the value of a Location header. It is either a path of the pages or an https address without a user name. A
 * local stack, whose own pages use http, also accepts addresses of its machine. An address stays exactly as it is
 * written, because a merchant may have signed it. An address with a character that could end a header is rebuilt from
 * its parts, which escapes the character.
 * @throws Error for anything else, which is a fault of the page
 */
export function locationOf(redirect: string, place: Pick<Runtime<'pages'>, 'pagesUrl'> = {}): string {
  const location = redirect.length > maxLength ? undefined : (pathOf(redirect) ?? addressOf(redirect, place));
  if (location === undefined) throw new Error('a page leads to other pages or to https only');
  return location;
}

/** Resolves the path first, because `/p/..` is not a page. */
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
