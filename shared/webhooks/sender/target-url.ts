import { isIP } from 'node:net';
import { isPublicAddress } from '../../ground/network/public-address.ts';
import { hostOf, namesLoopback } from '../../ground/network/target-host.ts';

const maxLength = 2048;

/**
 * Suffixes that are used only within networks and never delegated on the internet (RFC 6761, 6762, 8375; ICANN's list
 * of collisions).
 */
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
  /** For local stacks only: allows loopback addresses, even over plain http, and every port. */
  readonly loopback: boolean;
}

/**
 * Returns what is wrong with the text of an endpoint's address. The message continues a sentence that starts with the
 * field's name.
 * @returns undefined for an address that may be tried
 */
export function faultOfTarget(text: string, { loopback }: Options): string | undefined {
  if (text.length > maxLength) return `must have at most ${maxLength} characters`;
  if (/[\s\p{Cc}\\]/u.test(text)) return 'must not contain spaces, backslashes or control characters';
  if (!/^https?:\/\//i.test(text)) return 'must be an https address';
  const url = URL.parse(text);
  // The parser finds a host even after more than two slashes, although a reader sees none.
  if (!url || !/^https?:\/\/[^/]/i.test(text)) return 'is not a valid address';
  const exempt = loopback && namesLoopback(hostOf(url));
  if (url.protocol !== 'https:' && !exempt) return 'must be an https address';
  // Checked both as parsed and in the text, because the parser drops an empty user name.
  if (url.username || url.password || text.split(/[/?#]/)[2]?.includes('@')) {
    return 'must not include a user name or password';
  }
  if (text.includes('#')) return 'must not have a fragment';
  // Node treats port 0 as no port and would connect to 443.
  if (url.port === '0') return 'must not name port 0';
  if (exempt) return undefined;
  // If ports could be chosen freely, an integrator could scan ports, because deliveries show the responses.
  const isPortOdd = url.port !== '' && !loopback;
  return faultOfHost(hostOf(url)) ?? (isPortOdd ? 'must be on port 443' : undefined);
}

function faultOfHost(host: string): string | undefined {
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'must not be an address that is not public';
  const labels = host.split('.');
  const isName = host.length <= 253 && labels.every((label) => label.length > 0 && label.length <= 63);
  if (!isName) return 'must name a host as DNS does, without a dot at its end';
  const isPrivate = labels.length === 1 || privateSuffixes.some((suffix) => host.endsWith(`.${suffix}`));
  return isPrivate ? 'must name a host on the internet' : undefined;
}
