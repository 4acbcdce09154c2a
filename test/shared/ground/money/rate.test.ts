import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convert, convertBack, type ExactRate, parseRate } from '../../../../shared/ground/money/rate.ts';

const anyMinor = fc.bigInt({ min: 0n, max: 10n ** 21n });
/** Rates of every size and precision, as text. */
const anyRateText = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 99_999_999 }))
  .filter(([whole, places]) => whole + places > 0)
  .map(([whole, places]) => `${whole}.${places.toString().padStart(8, '0')}`);
const anyCode = fc.constantFrom('JPY', 'USD', 'KWD', 'UYW', 'USDC');
const anyRate = fc
  .tuple(anyRateText, anyCode, anyCode)
  .map(([text, source, destination]) => parseRate(text, source, destination) as ExactRate);

describe('a rate', () => {
  test.each([
    ['1', 100n, 100n],
    ['0.92', 10_000n, 9_200n],
    ['0.92', 1n, 0n],
    ['85.5', 101n, 8_635n],
    ['0.00000001', 10n ** 8n, 1n],
    ['0.00000001', 10n ** 8n - 1n, 0n],
    ['999999999.99999999', 1n, 999_999_999n],
  ])('of %s turns %s minor units into %s, rounded down', (text, source, destination) => {
    expect(convert(source, parseRate(text, 'USD', 'EUR') as ExactRate)).toBe(destination);
  });

  test.each([
    ['EUR', 'JPY', '161.25', 100n, 161n],
    ['JPY', 'EUR', '0.0062', 1_000n, 620n],
    ['EUR', 'KWD', '0.33', 100n, 330n],
    ['USDC', 'EUR', '0.92', 1_000_000n, 92n],
    ['USDC', 'EUR', '0.92', 999_999n, 91n],
  ])('counts the places of %s and %s', (source, destination, text, from, to) => {
    expect(convert(from, parseRate(text, source, destination) as ExactRate)).toBe(to);
  });

  test.each(['0', '0.00000000', '-1', '1.123456789', '1234567890', '.5', '1.', '1e3', '', 'NaN', 'Infinity', ' 1'])(
    '%j is none',
    (text) => {
      expect(parseRate(text, 'USD', 'EUR')).toBeUndefined();
    },
  );

  test('between currencies that are not handled is none', () => {
    expect(parseRate('1', 'QQQ', 'EUR')).toBeUndefined();
    expect(parseRate('1', 'USD', 'QQQ')).toBeUndefined();
  });

  test('is the decimal that its text says, with nothing lost', () => {
    fc.assert(
      fc.property(anyRateText, (text) => {
        const { numerator, denominator } = parseRate(text, 'USD', 'EUR') as ExactRate;
        expect(numerator * 10n ** 8n).toBe(BigInt(text.replace('.', '')) * denominator);
      }),
    );
  });
});

describe('conversion', () => {
  test('loses less than one minor unit and never makes one', () => {
    fc.assert(
      fc.property(anyMinor, anyRate, (source, rate) => {
        const exact = source * rate.numerator;
        const given = convert(source, rate) * rate.denominator;
        expect(given <= exact && exact < given + rate.denominator).toBe(true);
      }),
    );
  });

  test('never gives less for more', () => {
    fc.assert(
      fc.property(anyMinor, anyMinor, anyRate, (a, b, rate) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(convert(less, rate) <= convert(more, rate)).toBe(true);
      }),
    );
  });

  test('gives nothing more for an amount that is split', () => {
    fc.assert(
      fc.property(anyMinor, anyMinor, anyRate, (a, b, rate) => {
        expect(convert(a, rate) + convert(b, rate) <= convert(a + b, rate)).toBe(true);
      }),
    );
  });
});

describe('conversion back', () => {
  test('finds the least amount whose conversion suffices', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 21n }), anyRate, (destination, rate) => {
        const source = convertBack(destination, rate);
        expect(convert(source, rate) >= destination).toBe(true);
        expect(convert(source - 1n, rate) < destination).toBe(true);
      }),
    );
  });

  test('of what a conversion gave never asks for more than was converted', () => {
    fc.assert(
      fc.property(anyMinor, anyRate, (source, rate) => {
        expect(convertBack(convert(source, rate), rate) <= source).toBe(true);
      }),
    );
  });
});
