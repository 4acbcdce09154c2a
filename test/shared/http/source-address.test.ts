import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { expect, test } from 'vitest';
import { covers, networkOf } from '../../../shared/http/source-address.ts';

/** ipaddr.js takes `::192.0.2.1` for a mapped address; RFC 4291 calls it IPv4-compatible, which is IPv6 like any other. */
const isIpv4Compatible = (address: string) => /^::\d+\./.test(address);

/** Mapped addresses and runs of zeros are rare among random ones, so they are made on purpose. */
const group = fc.oneof(fc.constant('0'), fc.constant('ffff'), fc.integer({ min: 0, max: 0xffff }).map(hex));
const ipv6 = fc.oneof(
  fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
  fc.tuple(group, group).map((last) => `::ffff:${last.join(':')}`),
  fc.ipV4().map((address) => `::ffff:${address}`),
  fc.ipV6().filter((address) => !isIpv4Compatible(address)),
);
const ipv4 = fc.ipV4();
const anyAddress = fc.oneof(ipv4, ipv6);

/** A range around an address, or around another one. */
const pinned = fc.tuple(anyAddress, anyAddress, fc.boolean(), fc.nat(128)).map(([address, other, isNear, bits]) => {
  const network = ipaddr.process(isNear ? address : other);
  return { address, range: `${network}/${network.kind() === 'ipv4' ? bits % 33 : bits}` };
});

test('an address is in the ranges that ipaddr.js finds it in', () => {
  fc.assert(
    fc.property(pinned, ({ address, range }) => {
      const source = ipaddr.process(address);
      const [network, bits] = ipaddr.parseCIDR(range);
      const isCovered = source.kind() === network.kind() && source.match([network, bits] as never);
      expect(covers(range, address)).toBe(isCovered);
    }),
    { numRuns: 2_000 },
  );
});

test('two addresses are of one network if they are one IPv4 address, or share the first 64 bits', () => {
  fc.assert(
    fc.property(anyAddress, (address) => {
      const source = ipaddr.process(address);
      const expected = source.kind() === 'ipv4' ? source : ipaddr.IPv6.networkAddressFromCIDR(`${source}/64`);
      expect(ipaddr.parse(networkOf(address)).toString()).toBe(expected.toString());
    }),
    { numRuns: 2_000 },
  );
});

test('one network has one name, however an address is written', () => {
  const written = ['2001:db8:0:1::7', '2001:0DB8:0000:0001:0:0:0:9', '2001:db8:0:1:ffff::%eth0'];
  expect(written.map(networkOf)).toEqual(Array(3).fill('2001:db8:0:1::'));
  expect(['::ffff:203.0.113.7', '::ffff:cb00:7107', '203.0.113.7'].map(networkOf)).toEqual(
    Array(3).fill('203.0.113.7'),
  );
});

test('an IPv4 address in IPv6 that is not mapped is no IPv4 address', () => {
  expect(covers('192.0.2.0/24', '::192.0.2.1')).toBe(false);
  expect(covers('::/96', '::192.0.2.1')).toBe(true);
  expect(networkOf('::192.0.2.1')).toBe('::');
});

test('what is no address is in no range, and is counted by itself', () => {
  for (const text of ['', 'unknown', '010.0.0.1', '1.2.3', '::1::']) {
    expect(covers('0.0.0.0/0', text)).toBe(false);
    expect(covers('::/0', text)).toBe(false);
    expect(networkOf(text)).toBe(text);
  }
});

function hex(value: number): string {
  return value.toString(16);
}
