import { BlockList, isIP } from 'node:net';

/** Tells whether an address is in a CIDR range. An IPv4 address mapped into IPv6 counts as the IPv4 address. */
export function covers(range: string, address: string): boolean {
  const [network = '', bits] = range.split('/');
  const source = plainAddress(address);
  const family = isIP(source) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(source) === 0 || isIP(source) !== isIP(network)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(source, family);
}

/** Returns the network of an address. For IPv6 this is the /64, because one customer owns all of it. */
export function networkOf(address: string): string {
  const source = plainAddress(address);
  return isIP(source) === 6 ? shortestForm(`${groupsOf(source).slice(0, 4).join(':')}::`) : source;
}

/**
 * Returns the canonical form of an address, without its zone. An address mapped into IPv6 is returned as IPv4. Other
 * texts stay unchanged.
 */
function plainAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const [plain = ''] = address.split('%');
  const source = shortestForm(plain);
  return mapped.test(source) ? groupsOf(source).slice(6).map(twoBytes).join('.') : source;
}

const mapped = /^::ffff:[0-9a-f]+:[0-9a-f]+$/;

/** Converts `0102` to `1.2`. */
function twoBytes(group: string): string {
  const value = Number.parseInt(group, 16);
  return `${value >> 8}.${value & 0xff}`;
}

/** Writes an address as in RFC 5952, except for IPv4-mapped addresses, which are written without dots. */
function shortestForm(ipv6: string): string {
  return new URL(`http://[${ipv6}]`).hostname.slice(1, -1);
}

/** Returns the eight groups of an IPv6 address in its shortest form. */
function groupsOf(ipv6: string): string[] {
  const [front = [], back] = ipv6.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  if (!back) return front;
  return [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back];
}
