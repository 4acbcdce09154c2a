import { expect, test } from 'vitest';
import { onwardsTo } from '../../../../shared/checkout/page/onwards.ts';
import { locationOf } from '../../../../shared/http/pages/location.ts';

const ours = 'payment_id=pay_1';

/** Address as the merchant wrote it, and where a buyer comes. */
const rows: readonly (readonly [string, string])[] = [
  ['https://shop.example', `https://shop.example?${ours}`],
  ['https://shop.example/', `https://shop.example/?${ours}`],
  ['https://Shop.Example:443/Thanks', `https://Shop.Example:443/Thanks?${ours}`],
  ['https://shop.example/?', `https://shop.example/?${ours}`],
  ['https://shop.example/?item=a%20b&u=~x&flag&q=%e4', `https://shop.example/?item=a%20b&u=~x&flag&q=%e4&${ours}`],
  ['https://shop.example/?a=b+c&d=%2b&e==&&f=', `https://shop.example/?a=b+c&d=%2b&e==&&f=&${ours}`],
  ['https://shop.example/a/../b/./c//d%2f', `https://shop.example/a/../b/./c//d%2f?${ours}`],
  ['https://shop.example/?a=1#top?x=1', `https://shop.example/?a=1&${ours}#top?x=1`],
  ['https://shop.example#', `https://shop.example?${ours}#`],
  ['https://shop.example/?a?b=1?c', `https://shop.example/?a?b=1?c&${ours}`],
  ['https://shop.example/?payment_id=forged&x=%20', `https://shop.example/?${ours}&x=%20`],
  ['https://shop.example/?x=~&payment%5Fid=1&y&payment_id', `https://shop.example/?x=~&${ours}&y`],
  ['https://shop.example/?payment_id', `https://shop.example/?${ours}`],
  ['https://shop.example/??payment_id=1', `https://shop.example/??payment_id=1&${ours}`],
  ['https://shop.example/?my_payment_id=1', `https://shop.example/?my_payment_id=1&${ours}`],
];

test.each(rows)('an address comes back byte for byte but for our parameter: %s', (address, expected) => {
  const onwards = onwardsTo(address, 'pay_1') ?? '';
  expect(onwards).toBe(expected);
  expect(locationOf(onwards)).toBe(expected);
});

test('without an address there is no way onwards', () => {
  expect([undefined, 'no address'].map((address) => onwardsTo(address, 'pay_1'))).toEqual([undefined, undefined]);
});
