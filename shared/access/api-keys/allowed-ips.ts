import ipaddr from 'ipaddr.js';
import type { FieldFault } from '../../ground/errors/service-error.ts';

/** What is wrong with the pins of a key: each must be an address or a CIDR range. */
export function rangeFaults(ranges: readonly string[]): FieldFault[] {
  return ranges.flatMap((range, index) =>
    isRange(range)
      ? []
      : [{ path: `allowedIps[${index}]`, message: 'is not an address or CIDR range', code: 'invalid_format' }],
  );
}

/** A prefix is a plain number: `/08` is read as one length or another. */
const PREFIX = /^[^/%]+(\/(0|[1-9]\d{0,2}))?$/;

/**
 * IPv4 in four decimal parts only: elsewhere `010.1` is read as one address or another. No zone, which means something on one
 * machine alone; and no range of IPv6 that is wider than all of IPv4 and is named by an IPv4 address: it would cover none.
 */
function isRange(range: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  if (!PREFIX.test(range)) return false;
  if (IPv4.isValidFourPartDecimal(range) || IPv4.isValidCIDRFourPartDecimal(range) || IPv6.isValid(range)) return true;
  if (!IPv6.isValidCIDR(range)) return false;
  const [network, bits] = IPv6.parseCIDR(range);
  return !network.isIPv4MappedAddress() || bits >= mappedBits;
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
