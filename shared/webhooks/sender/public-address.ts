import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What IANA has handed out for global unicast; everything else of IPv6 is special or not yet in use. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the internet at large: neither private, loopback, link-local (cloud metadata among them),
 * multicast, reserved nor a way to write or tunnel such an IPv4 address in IPv6. In doubt it is not.
 * @param address as a socket or resolver gives it: dotted IPv4 or IPv6, without brackets
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

/** 127.0.0.0/8 and ::1, and no other way to write them. */
export function isLoopbackAddress(address: string): boolean {
  return parse(address)?.range() === 'loopback';
}

/** `ipaddr.js` also reads octal, hexadecimal and short forms, of which sockets and resolvers give none; a zone is of one machine. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.parse(address);
}
