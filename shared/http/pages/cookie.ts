import type { PageCookie } from '../../contract/page-rules.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { RequestState } from '../request-state.ts';

const VALUE = /^[A-Za-z0-9_-]{1,128}$/;

type Place = Pick<Runtime<'pages'>, 'pagesUrl'>;

/** Returns the browser's value of the cookie, or undefined if it sent none or one that no page sets. */
export function cookieIn({ event }: RequestState, declared: PageCookie | undefined, place: Place): string | undefined {
  if (!declared) return undefined;
  const start = `${cookieName(declared, place)}=`;
  const value = event.cookies?.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

/**
 * Returns the Set-Cookie header. Scripts cannot read the cookie, no other host can set it, and forms on other sites do
 * not send it.
 * @throws Error for a page that declares no cookie, and for an invalid value, which are faults of the page
 */
export function setCookie(value: string, declared: PageCookie | undefined, place: Place): string {
  if (!declared || !VALUE.test(value)) throw new Error('the page declares no such cookie');
  const { maxAgeSeconds } = declared;
  const secure = isPlain(place) ? '' : '; Secure';
  return `${cookieName(declared, place)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * Returns the name of the cookie as it is sent. Only a local stack serves pages over http. Some browsers refuse the
 * prefix and `Secure` there, even on loopback.
 */
export function cookieName({ name }: PageCookie, place: Place): string {
  return isPlain(place) ? name : `__Host-${name}`;
}

function isPlain({ pagesUrl }: Place): boolean {
  return pagesUrl?.startsWith('http:') ?? false;
}
