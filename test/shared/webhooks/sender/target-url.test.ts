import { describe, expect, it } from 'vitest';
import { faultOfTarget } from '../../../../shared/webhooks/sender/target-url.ts';

const address = 'must not be an address that is not public';
const name = 'must name a host on the internet';
const badName = 'must name a host as DNS does, without a dot at its end';
const scheme = 'must be an https address';
const spaces = 'must not contain spaces, backslashes or control characters';
const userinfo = 'must not include a user name or password';
const invalid = 'is not a valid address';

const refused: [string, string][] = [
  ['', scheme],
  ['hooks.example.com', scheme],
  ['//hooks.example.com/', scheme],
  ['https:hooks.example.com', scheme],
  ['http://hooks.example.com/', scheme],
  ['http://127.0.0.1/', scheme],
  ['ftp://hooks.example.com/', scheme],
  ['file:///etc/passwd', scheme],
  ['javascript:alert(1)', scheme],
  ['https://', invalid],
  ['https://hooks.example.com:99999/', invalid],
  ['https://256.256.256.256/', invalid],
  ['https://1.2.3.4.5/', invalid],
  ['https://[::1/', invalid],
  ['https://[fe80::1%25eth0]/', invalid],
  ['https://exa%00mple.com/', invalid],
  ['https://hooks.example.com:0/', 'must not name port 0'],
  [' https://hooks.example.com/', spaces],
  ['https://hooks.example.com/a b', spaces],
  ['https://hooks.exam\tple.com/', spaces],
  ['https://hooks.example.com/\r\nhost: a', spaces],
  ['https://hooks.example.com\u0000/', spaces],
  ['https:\\\\hooks.example.com', spaces],
  ['https://hooks.example.com\\@127.0.0.1/', spaces],
  ['https://user@hooks.example.com/', userinfo],
  ['https://user:password@hooks.example.com/', userinfo],
  ['https://@hooks.example.com/', userinfo],
  ['https://hooks.example.com:443@127.0.0.1/', userinfo],
  ['https:///user:password@hooks.example.com/', invalid],
  ['https:///hooks.example.com/', invalid],
  ['https:////hooks.example.com/', invalid],
  ['https://hooks.example.com:8443/', 'must be on port 443'],
  ['https://hooks.example.com:80/', 'must be on port 443'],
  ['https://[2606:4700:4700::1111]:8443/', 'must be on port 443'],
  ['https://hooks.example.com/#part', 'must not have a fragment'],
  ['https://hooks.example.com/#', 'must not have a fragment'],
  [`https://hooks.example.com/${'a'.repeat(2023)}`, 'must have at most 2048 characters'],
  ['https://127.0.0.1/', address],
  ['https://127.0.0.1./', address],
  ['https://127.1/', address],
  ['https://127.0.1/', address],
  ['https://2130706433/', address],
  ['https://0x7f000001/', address],
  ['https://0x7f.0x0.0x0.0x1/', address],
  ['https://017700000001/', address],
  ['https://0177.0.0.1/', address],
  ['https://0/', address],
  ['https://%31%32%37.0.0.1/', address],
  ['https://１２７.０.０.１/', address],
  ['https://127。0。0。1/', address],
  ['https://①②⑦.0.0.1/', address],
  ['https://10.0.0.1/', address],
  ['https://169.254.169.254/latest/meta-data/', address],
  ['https://0xa9fea9fe/', address],
  ['https://2852039166/', address],
  ['https://0251.0376.0251.0376/', address],
  ['https://[::]/', address],
  ['https://[::1]/', address],
  ['https://[0:0:0:0:0:0:0:1]:8443/', address],
  ['https://[::ffff:127.0.0.1]/', address],
  ['https://[::ffff:a9fe:a9fe]/', address],
  ['https://[::127.0.0.1]/', address],
  ['https://[64:ff9b::169.254.169.254]/', address],
  ['https://[2002:7f00:1::]/', address],
  ['https://[fd00:ec2::254]/', address],
  ['https://[fe80::1]/', address],
  ['https://localhost/', name],
  ['https://LOCALHOST/', name],
  ['https://ｌｏｃａｌｈｏｓｔ/', name],
  ['https://localhost./', badName],
  ['https://hooks.localhost/', name],
  ['https://printer.local/', name],
  ['https://metadata.google.internal/', name],
  ['https://ip-10-0-0-1.ec2.internal/', name],
  ['https://router.home.arpa/', name],
  ['https://hooks.lan/', name],
  ['https://localhost.localdomain/', name],
  ['https://hooks/', name],
  ['https://hooks.example.com./', badName],
  ['https://hooks..example.com/', badName],
  [`https://${'a'.repeat(64)}.example.com/`, badName],
  [`https://${'a.'.repeat(127)}com/`, badName],
];

const accepted = [
  'https://hooks.example.com',
  'HTTPS://Hooks.Example.com/',
  'https://hooks.example.com:443/webhooks?source=sluice&at=a@b',
  'https://hooks.example.com/@sluice/[a]',
  `https://hooks.example.com/${'a'.repeat(2022)}`,
  'https://bücher.example/',
  'https://internal.example.com/',
  'https://localhost.example.com/',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
];

describe('the address of an endpoint', () => {
  it.each(refused)('is refused: %j %s', (url, fault) => {
    expect(faultOfTarget(url, { loopback: false })).toBe(fault);
  });

  it.each(accepted)('may be %s', (url) => {
    expect(faultOfTarget(url, { loopback: false })).toBeUndefined();
  });
});

describe('the address of an endpoint, where loopback is exempt,', () => {
  it.each([
    'http://localhost:4000/hooks',
    'https://localhost/',
    'http://127.0.0.1:4000/',
    'https://127.9.9.9/',
    'http://[::1]:4000/',
    'https://hooks.example.com/',
    'https://hooks.example.com:8443/',
  ])('may be %s', (url) => {
    expect(faultOfTarget(url, { loopback: true })).toBeUndefined();
  });

  it.each([
    ['http://hooks.example.com/', scheme],
    ['http://hooks.localhost/', scheme],
    ['https://hooks.localhost/', name],
    ['http://0.0.0.0/', scheme],
    ['https://0.0.0.0/', address],
    ['http://10.0.0.1/', scheme],
    ['https://10.0.0.1/', address],
    ['https://[::ffff:127.0.0.1]/', address],
    ['http://user@localhost/', userinfo],
    ['http://localhost/#part', 'must not have a fragment'],
  ])('is still refused: %s %s', (url, fault) => {
    expect(faultOfTarget(url, { loopback: true })).toBe(fault);
  });
});
