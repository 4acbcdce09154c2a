import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from '../../../../shared/ground/network/public-address.ts';

const notPublic: [string, string][] = [
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.127.255.255', 'carrier-grade NAT'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.1.1', 'link-local'],
  ['169.254.169.254', 'metadata of a machine'],
  ['169.254.170.2', 'metadata of a container'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.1', 'protocol assignments'],
  ['192.0.0.170', 'NAT64 discovery'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.0.1', 'private'],
  ['192.168.255.255', 'private'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'class E'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'mapped loopback'],
  ['::ffff:7f00:1', 'mapped loopback'],
  ['::ffff:8.8.8.8', 'mapped, even of a public address'],
  ['::127.0.0.1', 'compatible'],
  ['::808:808', 'compatible, even of a public address'],
  ['::ffff:0:127.0.0.1', 'translated'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b::808:808', 'NAT64, even of a public address'],
  ['64:ff9b:1::a00:1', 'local NAT64'],
  ['100::1', 'discard'],
  ['100:0:0:1::1', 'dummy prefix'],
  ['2001::1', 'Teredo'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
  ['2001:2::1', 'benchmarking'],
  ['2001:10::1', 'ORCHID'],
  ['2001:20::1', 'ORCHIDv2'],
  ['2001:1ff::1', 'protocol assignments'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4 of loopback'],
  ['2002:a9fe:a9fe::1', '6to4 of the metadata address'],
  ['2002:808:808::1', '6to4, even of a public address'],
  ['3fff::1', 'documentation'],
  ['3fff:fff::1', 'documentation'],
  ['4000::1', 'not handed out'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'metadata of a machine'],
  ['fdff:ffff::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['2606:4700::1111%1', 'with a zone'],
  ['febf::1', 'link-local'],
  ['fec0::1', 'site-local'],
  ['feff::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'multicast'],
  ['', 'nothing'],
  ['0x7f.1', 'a notation of URLs'],
  ['010.0.0.1', 'a notation of URLs'],
  ['2130706433', 'a notation of URLs'],
  ['[2606:4700::1111]', 'in brackets'],
  ['example.com', 'a name'],
];

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '192.167.255.255',
  '192.169.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81c::200e',
];

describe('a public address', () => {
  it.each(notPublic)('is not %s (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(publicAddresses)('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a loopback address', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1'])('is %s', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });

  it.each(['::ffff:127.0.0.1', '0.0.0.0', '::', '128.0.0.1', '10.0.0.1', 'localhost'])('is not %s', (address) => {
    expect(isLoopbackAddress(address)).toBe(false);
  });
});
