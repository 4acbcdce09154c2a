import { describe, expect, test } from 'vitest';
import { exponentOf, isIsoCurrency } from '../../../../shared/ground/money/currencies.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const everyCode = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
const currencies = everyCode.filter(isIsoCurrency);
const inCldr = new Set(Intl.supportedValuesOf('currency'));
const withPlaces = (places: number) => currencies.filter((code) => exponentOf(code) === places);

describe('the currencies', () => {
  test('are the 156 that ISO 4217 has after its amendment 180, neither funds nor metals among them', () => {
    expect(currencies).toHaveLength(156);
  });

  test('are known to CLDR too, but for two that nobody writes on a price', () => {
    expect(currencies.filter((code) => !inCldr.has(code))).toEqual(['UYW', 'VED']);
  });

  test('are all that CLDR has, but for those that ISO has withdrawn and two units of account', () => {
    const withdrawn = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL'];
    const left = [...inCldr].filter((code) => !isIsoCurrency(code));
    expect(left.filter((code) => !withdrawn.includes(code))).toEqual(['XDR', 'XSU']);
  });

  test.each([
    [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [4, 'UYW'],
  ])('with %i places are %s', (places, codes) => {
    expect(withPlaces(places).join(' ')).toBe(codes);
  });

  test('have the places of CLDR, but for those whose coins are out of use', () => {
    const inUse = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    const differing = currencies.filter((code) => inCldr.has(code) && inUse(code) !== exponentOf(code));
    expect(differing.join(' ')).toBe('AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER');
    expect(differing.map(inUse).every((places) => places === 0)).toBe(true);
  });
});

test.each([
  'XXX',
  'XTS',
  'XAU',
  'XAG',
  'XBA',
  'XDR',
  'XUA',
  'XAD',
  'CHE',
  'CLF',
  'USN',
  'DEM',
  'BGN',
  'usd',
  'toString',
])('%s is no money to pay with', (code) => {
  expect(isIsoCurrency(code)).toBe(false);
  expect(exponentOf(code)).toBeUndefined();
});

test.each(['USDC', 'USDT'])('%s has six places and is no currency of ISO 4217', (token) => {
  expect(exponentOf(token)).toBe(6);
  expect(isIsoCurrency(token)).toBe(false);
});
