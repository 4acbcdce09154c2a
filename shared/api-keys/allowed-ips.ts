import ipaddr from 'ipaddr.js';
import type { FieldFault } from '../errors/service-error.ts';

/** What is wrong with the pins of a key: each must be an address or a CIDR range. */
export function rangeFaults(ranges: readonly string[]): FieldFault[] {
  return ranges.flatMap((range, index) =>
    isRange(range)
      ? []
      : [{ path: `allowedIps[${index}]`, message: 'is not an address or CIDR range', code: 'invalid_format' }],
  );
}

/** IPv4 in four decimal parts only: elsewhere `010.1` is read as one address or another. */
function isRange(range: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return (
    IPv4.isValidFourPartDecimal(range) ||
    IPv4.isValidCIDRFourPartDecimal(range) ||
    IPv6.isValid(range) ||
    IPv6.isValidCIDR(range)
  );
}

/** As CIDR; an IPv4 range mapped into IPv6 becomes the IPv4 range, as source addresses do. */
export function asRange(range: string): string {
  const [network, bits] = ipaddr.isValidCIDR(range) ? ipaddr.parseCIDR(range) : wholeAddress(range);
  if (network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= mappedBits) {
    return `${network.toIPv4Address()}/${bits - mappedBits}`;
  }
  return `${network}/${bits}`;
}

const mappedBits = 96;

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
