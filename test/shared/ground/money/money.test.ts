import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, exponentOf } from '../../../../shared/ground/money/currencies.ts';
import { formatAmount, parseAmount, presentMoney } from '../../../../shared/ground/money/money.ts';

const anyCurrency = fc.constantFrom(...currencies);
/** Far beyond what a double holds exactly. */
const anyMinor = fc.bigInt({ min: 0n, max: 10n ** 17n - 1n });

test('what is formatted is read back as the same minor units, in every currency', () => {
  fc.assert(
    fc.property(anyCurrency, anyMinor, (currency, minor) => {
      expect(parseAmount(formatAmount(minor, currency), currency)).toBe(minor);
    }),
  );
});

test('an amount is formatted with exactly the places of its currency, a negative one with a sign', () => {
  fc.assert(
    fc.property(anyCurrency, anyMinor, (currency, minor) => {
      const places = exponentOf(currency) ?? 0;
      const text = formatAmount(minor, currency);
      expect(text).toMatch(new RegExp(`^(0|[1-9]\\d*)\\.\\d{${places}}$`));
      expect(formatAmount(-minor, currency)).toBe(minor === 0n ? text : `-${text}`);
    }),
  );
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

  test.each(['JPY', 'usd', '', 'constructor', '__proto__'])('the currency %j is not handled', (currency) => {
    expect(parseAmount('1', currency)).toBeUndefined();
    expect(exponentOf(currency)).toBeUndefined();
    expect(() => formatAmount(1n, currency)).toThrow('unknown currency');
  });
});

test('money that stands alone is an amount and a currency', () => {
  expect(presentMoney({ minor: 150n, currency: 'EUR' })).toEqual({ amount: '1.50', currency: 'EUR' });
});
