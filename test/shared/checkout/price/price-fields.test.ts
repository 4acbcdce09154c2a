import { describe, expect, test } from 'vitest';
import { PriceItems, TaxRateText } from '../../../../shared/checkout/price/price-fields.ts';
import { presentItems, readItems } from '../../../../shared/checkout/price/read-items.ts';

const item = { name: 'Mug', quantity: 2, unitAmount: '12.50' };

describe('the items of a price', () => {
  test('are read as minor units and shown as they were sent', () => {
    const items = PriceItems.parse([item, { ...item, description: 'Blue', unitAmount: '3' }]);
    const read = readItems(items, 'USD');
    expect(read.map(({ unitAmount }) => unitAmount)).toEqual([1250n, 300n]);
    expect(presentItems(read, 'USD')).toEqual([item, { ...item, description: 'Blue', unitAmount: '3.00' }]);
  });

  test.each([
    ['none', []],
    ['more than a hundred', Array.from({ length: 101 }, () => item)],
    ['a quantity of nothing', [{ ...item, quantity: 0 }]],
    ['a quantity in parts', [{ ...item, quantity: 1.5 }]],
    ['a quantity above 10,000', [{ ...item, quantity: 10_001 }]],
    ['a negative amount', [{ ...item, unitAmount: '-1.00' }]],
    ['an amount as a number', [{ ...item, unitAmount: 12.5 }]],
    ['a name of spaces', [{ ...item, name: '  ' }]],
    ['a field that nobody knows', [{ ...item, currency: 'USD' }]],
  ])('are refused: %s', (_, items) => {
    expect(PriceItems.safeParse(items).success).toBe(false);
  });

  test('are refused by field where an amount has more places than the currency', () => {
    const refused = expect.objectContaining({
      type: 'VALIDATION_ERROR',
      errors: [expect.objectContaining({ path: 'items[1].unitAmount' })],
    });
    expect(() => readItems([{ ...item, unitAmount: '5' }, item], 'JPY')).toThrow(refused);
  });
});

test('a tax rate of five places is refused', () => {
  expect(TaxRateText.safeParse('1.00001').success).toBe(false);
  expect(TaxRateText.parse('19.6')).toBe('19.6');
});
