import ipaddr from 'ipaddr.js';

/** The network of a source address, by which people are counted: who has an IPv6 address has the 2^64 beside it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv6' ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/64`).toString() : parsed.toString();
}
