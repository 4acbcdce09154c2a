import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The range that IANA has assigned for global unicast. All other IPv6 addresses are special or not in use yet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is on the public internet. Private, loopback, link-local (including cloud metadata), multicast and
 * reserved addresses are not, nor are IPv6 forms or tunnels of such IPv4 addresses. In doubt an address is not public.
 * @param address as a socket or resolver returns it: dotted IPv4 or IPv6, without brackets
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** Whether an address is in 127.0.0.0/8 or is ::1. Other notations of these do not count. */
export function isLoopbackAddress(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

/**
 * `ipaddr.js` also reads octal, hexadecimal and short forms, which sockets and resolvers never return. An address with
 * a zone belongs to one machine.
 */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address);
}
