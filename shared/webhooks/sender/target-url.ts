import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

const maxLength = 2048;

/** Never delegated on the internet: a network answers for them by itself (RFC 6761, 6762, 8375; ICANN's list of collisions). */
const privateSuffixes = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'home.arpa',
  'corp',
];

interface Options {
  /** On one machine: lets the address be loopback, and that plain http, and every port be named. */
  readonly loopback: boolean;
}

/**
 * What is wrong with the address of an endpoint, as far as its text tells; reads on from the field's name.
 * @returns undefined for an address that may be tried
 */
export function faultOfTarget(text: string, { loopback }: Options): string | undefined {
  if (text.length > maxLength) return `must have at most ${maxLength} characters`;
  if (/[\s\p{Cc}\\]/u.test(text)) return 'must not contain spaces, backslashes or control characters';
  if (!/^https?:\/\//i.test(text)) return 'must be an https address';
  const url = URL.parse(text);
  // After more slashes than two the parser goes on to find a host, where a reader of the text finds none.
  if (!url || !/^https?:\/\/[^/]/i.test(text)) return 'is not a valid address';
  const exempt = loopback && namesLoopback(hostOf(url));
  if (url.protocol !== 'https:' && !exempt) return 'must be an https address';
  // As the parser finds them, and as the text shows them: an empty user name is none to the parser.
  if (url.username || url.password || text.split(/[/?#]/)[2]?.includes('@')) {
    return 'must not carry a user name or password';
  }
  if (text.includes('#')) return 'must not have a fragment';
  // Node takes port 0 for none and would go to 443.
  if (url.port === '0') return 'must not name port 0';
  if (exempt) return undefined;
  // Whoever may name ports can try what listens on them, by what the deliveries say.
  const isPortOdd = url.port !== '' && !loopback;
  return faultOfHost(hostOf(url)) ?? (isPortOdd ? 'must be on port 443' : undefined);
}

/** The host to connect to: a name, or an address in the one form that WHATWG gives all its notations, without brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Whether a host says by itself that it is this machine. A name that only leads here does not. */
export function namesLoopback(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}

function faultOfHost(host: string): string | undefined {
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'must not be an address that is not public';
  const labels = host.split('.');
  const isName = host.length <= 253 && labels.every((label) => label.length > 0 && label.length <= 63);
  if (!isName) return 'must name a host as DNS does, without a dot at its end';
  const isPrivate = labels.length === 1 || privateSuffixes.some((suffix) => host.endsWith(`.${suffix}`));
  return isPrivate ? 'must name a host on the internet' : undefined;
}
