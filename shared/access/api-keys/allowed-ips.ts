import ipaddr from 'ipaddr.js';
import type { FieldFault } from '../../ground/errors/service-error.ts';

/** Checks a key's allowed addresses. Each must be an IP address or a CIDR range. */
export function rangeFaults(ranges: readonly string[]): FieldFault[] {
  return ranges.flatMap((range, index) =>
    isRange(range)
      ? []
      : [{ path: `allowedIps[${index}]`, message: 'is not an IP address or CIDR range', code: 'invalid_format' }],
  );
}

/** A prefix length must not start with a zero, because parsers differ on what `/08` means. */
const PREFIX = /^[^/%]+(\/(0|[1-9]\d{0,2}))?$/;

/**
 * IPv4 addresses need four decimal parts, because parsers differ on what `010.1` means. A zone index is refused,
 * because it is meaningful on one machine only. An IPv6 range that is written as an IPv4-mapped address and is wider
 * than all of IPv4 is refused too, because it would match no address.
 */
function isRange(range: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  if (!PREFIX.test(range)) return false;
  if (IPv4.isValidFourPartDecimal(range) || IPv4.isValidCIDRFourPartDecimal(range) || IPv6.isValid(range)) return true;
  if (!IPv6.isValidCIDR(range)) return false;
  const [network, bits] = IPv6.parseCIDR(range);
  return !network.isIPv4MappedAddress() || bits >= mappedBits;
}

/**
 * Returns the range as CIDR. An IPv4-mapped IPv6 range becomes an IPv4 range, because mapped source addresses become
 * IPv4 addresses.
 */
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
