import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTaxRate } from '../../../../shared/checkout/price/tax-rate.ts';
import { totalOf } from '../../../../shared/checkout/price/total.ts';
import { formatAmount, parseAmount } from '../../../../shared/ground/money/money.ts';

/** Currencies of 0, 2 and 3 places. */
const anyCurrency = fc.constantFrom('JPY', 'USD', 'KWD');
const anyItem = fc.record({
  quantity: fc.integer({ min: 1, max: 10_000 }),
  unitAmount: fc.bigInt({ min: 0n, max: 10n ** 18n }),
});
const anyItems = fc.array(anyItem, { minLength: 1, maxLength: 100 });
const smallItems = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 3 }), unitAmount: fc.bigInt(0n, 200n) }), {
  minLength: 1,
  maxLength: 3,
});
/** A rate of 0 to 4 places, beside the decimal digits that it was written with. */
const anyRate = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 4 }))
  .map(([rate, places]) => ((Math.floor(rate / 10 ** (4 - places)) * 10 ** (4 - places)) / 10_000).toFixed(places));
const anyPrice = fc.record({
  currency: anyCurrency,
  items: fc.oneof(anyItems, smallItems),
  taxRate: anyRate,
  taxInclusive: fc.boolean(),
});

/** A number of decimal text as digits and places. */
function digitsOf(text: string): { digits: bigint; places: number } {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length };
}

/** Adds decimal texts as a cashier does: item by item and unit by unit of quantity, in the currency's own notation. */
function sumOf(items: readonly { quantity: number; unitAmount: bigint }[], currency: string): bigint {
  return items
    .map(({ quantity, unitAmount }) => ({ quantity, ...digitsOf(formatAmount(unitAmount, currency)) }))
    .reduce((sum, { quantity, digits }) => sum + digits * BigInt(quantity), 0n);
}

/** Whether a whole number is the fraction rounded half up: `n - 1/2 <= fraction < n + 1/2`, without a division. */
function isHalfUp(whole: bigint, numerator: bigint, denominator: bigint): boolean {
  return (2n * whole - 1n) * denominator <= 2n * numerator && 2n * numerator < (2n * whole + 1n) * denominator;
}

describe('the total of a price', () => {
  test('is the sum of its items, and the tax on it, rounded half up once', () => {
    fc.assert(
      fc.property(anyPrice, ({ currency, items, taxRate, taxInclusive }) => {
        const { total, tax } = totalOf({ items, taxRate, taxInclusive });
        const sum = sumOf(items, currency);
        const { digits, places } = digitsOf(taxRate);
        const hundred = 100n * 10n ** BigInt(places);
        expect(total).toBe(taxInclusive ? sum : sum + tax);
        expect(isHalfUp(tax, sum * digits, taxInclusive ? hundred + digits : hundred)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('does not depend on the order of its items, nor on how equal ones are counted', () => {
    fc.assert(
      fc.property(anyPrice, ({ items, taxRate, taxInclusive }) => {
        const inParts = items.flatMap(({ quantity, unitAmount }) => [
          { quantity: 1, unitAmount },
          { quantity: quantity - 1, unitAmount },
        ]);
        const price = { taxRate, taxInclusive };
        expect(totalOf({ ...price, items: inParts.toReversed() })).toEqual(totalOf({ ...price, items }));
      }),
    );
  });

  test('has at most as much tax as there is to pay', () => {
    fc.assert(
      fc.property(anyPrice, (price) => {
        const { total, tax } = totalOf(price);
        expect(tax).toBeGreaterThanOrEqual(0n);
        expect(2n * tax).toBeLessThanOrEqual(total + 1n);
      }),
    );
  });

  test.each([
    // [unit amount, quantity, rate, inclusive, total, tax], in the currency's notation
    ['USD', '12.50', 1, '8.875', false, '13.61', '1.11'],
    ['USD', '0.01', 50, '1', false, '0.51', '0.01'],
    ['USD', '0.01', 49, '1', false, '0.49', '0.00'],
    ['USD', '119.00', 1, '19', true, '119.00', '19.00'],
    ['USD', '1.00', 1, '7.7', true, '1.00', '0.07'],
    ['USD', '0.02', 1, '100', true, '0.02', '0.01'],
    ['USD', '0.01', 1, '100', true, '0.01', '0.01'],
    ['JPY', '1005', 1, '10', false, '1106', '101'],
    ['JPY', '1004', 1, '10', false, '1104', '100'],
    ['JPY', '110', 1, '10', true, '110', '10'],
    ['KWD', '0.001', 1, '50', false, '0.002', '0.001'],
    ['KWD', '9.999', 10_000, '0.0001', false, '99990.100', '0.100'],
    ['KWD', '1.500', 2, '0', true, '3.000', '0.000'],
  ])('%s %s x %i at %s percent (inclusive: %s) is %s with %s of tax', (currency, amount, quantity, rate, ...rest) => {
    const [taxInclusive, total, tax] = rest;
    const unitAmount = parseAmount(amount, currency) ?? 0n;
    const result = totalOf({ items: [{ quantity, unitAmount }], taxRate: rate, taxInclusive });
    expect([formatAmount(result.total, currency), formatAmount(result.tax, currency)]).toEqual([total, tax]);
  });

  test('has no tax without a rate', () => {
    expect(totalOf({ items: [{ quantity: 3, unitAmount: 5n }], taxInclusive: true })).toEqual({ total: 15n, tax: 0n });
  });
});

describe('a tax rate', () => {
  test('of a price that was not validated is a fault, not no tax', () => {
    expect(() => totalOf({ items: [], taxRate: '101', taxInclusive: false })).toThrow('no tax rate: 101');
  });

  test.each([
    ['0', 0n],
    ['0.0001', 1n],
    ['8.875', 88_750n],
    ['100', 1_000_000n],
    ['100.0000', 1_000_000n],
  ])('%s is read', (text, rate) => {
    expect(parseTaxRate(text)).toBe(rate);
  });

  test.each(['', '-1', '+1', '01', '1.', '.5', '1e1', '1,5', '0.00001', '100.0001', '101', ' 1', '1\n', 'NaN', '٣'])(
    '%j is none',
    (text) => {
      expect(parseTaxRate(text)).toBeUndefined();
    },
  );
});
