import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exponentOf } from '../../../../shared/ground/money/currencies.ts';
import { formatAmount, parseAmount, presentMoney } from '../../../../shared/ground/money/money.ts';

/** Currencies and tokens of 0, 2, 3, 4 and 6 places. */
const places = { JPY: 0, USD: 2, KWD: 3, UYW: 4, USDC: 6 } as const;
/** A currency and an amount of as many digits as requests may have, which is far beyond what a double holds exactly. */
const anyMoney = fc.constantFrom(...Object.entries(places)).chain(([currency, exponent]) =>
  fc.record({
    currency: fc.constant(currency),
    minor: fc.bigInt({ min: 0n, max: 10n ** BigInt(15 + exponent) - 1n }),
  }),
);

test('what is formatted is read back as the same minor units, in every currency', () => {
  fc.assert(
    fc.property(anyMoney, ({ currency, minor }) => {
      expect(parseAmount(formatAmount(minor, currency), currency)).toBe(minor);
    }),
  );
});

test('an amount is formatted with exactly the places of its currency, a negative one with a sign', () => {
  fc.assert(
    fc.property(anyMoney, ({ currency, minor }) => {
      const exponent = exponentOf(currency);
      const text = formatAmount(minor, currency);
      expect(text).toMatch(exponent === 0 ? /^(0|[1-9]\d*)$/ : new RegExp(`^(0|[1-9]\\d*)\\.\\d{${exponent}}$`));
      expect(formatAmount(-minor, currency)).toBe(minor === 0n ? text : `-${text}`);
    }),
  );
});

test.each([
  ['JPY', 1_500n, '1500'],
  ['KWD', 1_500n, '1.500'],
  ['UYW', 1_500n, '0.1500'],
  ['USDT', 1_500n, '0.001500'],
])('in %s, %s minor units read %s', (currency, minor, text) => {
  expect(formatAmount(minor, currency)).toBe(text);
});

test.each([
  [0n, '0.00'],
  [5n, '0.05'],
  [-5n, '-0.05'],
  [100n, '1.00'],
  [9_007_199_254_740_993n, '90071992547409.93'],
])('%s cents read %s', (minor, text) => {
  expect(formatAmount(minor, 'USD')).toBe(text);
});

describe('reading an amount', () => {
  test.each([
    ['0', 0n],
    ['1', 100n],
    ['1.5', 150n],
    ['1.50', 150n],
    ['0.01', 1n],
    ['999999999999999.99', 99_999_999_999_999_999n],
    ['90071992547409.93', 9_007_199_254_740_993n],
  ])('%s is exact', (text, minor) => {
    expect(parseAmount(text, 'USD')).toBe(minor);
  });

  test.each([
    ['1.234', 'more places than the currency has'],
    ['1.500', 'a needless zero is a place too'],
    ['1000000000000000', 'sixteen digits'],
    ['01', 'a leading zero'],
    ['-1', 'a sign'],
    ['+1', 'a sign'],
    ['1.', 'no places behind the point'],
    ['.5', 'nothing before the point'],
    ['1,00', 'a comma'],
    ['1e3', 'an exponent'],
    ['0x10', 'hexadecimal'],
    [' 1', 'a space'],
    ['1\n', 'a line break'],
    ['١', 'other digits'],
    ['', 'nothing'],
    ['NaN', 'no number'],
  ])('%j is refused: %s', (text) => {
    expect(parseAmount(text, 'USD')).toBeUndefined();
  });

  test('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const minor = parseAmount(text, 'USD');
        expect(minor === undefined || minor >= 0n).toBe(true);
      }),
    );
  });

  test.each(Object.entries(places))(
    'of %s takes fifteen digits and %i places, and not one more',
    (currency, exponent) => {
      const [whole, part] = ['9'.repeat(15), '9'.repeat(exponent)];
      const largest = exponent === 0 ? whole : `${whole}.${part}`;
      expect(parseAmount(largest, currency)).toBe(10n ** BigInt(15 + exponent) - 1n);
      expect(parseAmount(exponent === 0 ? `${whole}.0` : `${largest}0`, currency)).toBeUndefined();
      expect(parseAmount(`1${largest}`, currency)).toBeUndefined();
    },
  );

  test.each(['QQQ', 'XAU', 'usd', '', 'constructor', '__proto__'])('the currency %j is not handled', (currency) => {
    expect(parseAmount('1', currency)).toBeUndefined();
    expect(exponentOf(currency)).toBeUndefined();
    expect(() => formatAmount(1n, currency)).toThrow('unknown currency');
  });
});

test('money that stands alone is an amount and a currency', () => {
  expect(presentMoney({ minor: 150n, currency: 'EUR' })).toEqual({ amount: '1.50', currency: 'EUR' });
});
