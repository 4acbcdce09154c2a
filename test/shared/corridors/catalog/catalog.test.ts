import { isSEPACountry } from 'ibantools';
import { describe, expect, test } from 'vitest';
import { corridorById, findCorridor, sandboxCorridors } from '../../../../shared/corridors/catalog/catalog.ts';
import { checkRecipientDetails } from '../../../../shared/corridors/catalog/recipient-details.ts';
import { exponentOf } from '../../../../shared/ground/money/currencies.ts';
import { examplesOf } from './support.ts';

describe.each(sandboxCorridors.map((corridor) => [corridor.corridorId, corridor] as const))('%s', (_, corridor) => {
  test('accepts the example of every field as it is', () => {
    expect(checkRecipientDetails(corridor, examplesOf(corridor))).toEqual({ details: examplesOf(corridor) });
  });

  test('has anchored patterns that its examples match', () => {
    for (const { pattern, example } of corridor.recipientFields) {
      expect(pattern.startsWith('^') && pattern.endsWith('$')).toBe(true);
      expect(example).toMatch(new RegExp(pattern));
    }
  });

  test('names one of its own required fields as the account number', () => {
    expect(corridor.recipientFields.find(({ name }) => name === corridor.accountField)?.required).toBe(true);
  });

  test('has amounts that leave something to pay, in currencies that Sluice handles', () => {
    expect(corridor.fee).toBeGreaterThan(0n);
    expect(corridor.minimum).toBeGreaterThan(0n);
    expect(corridor.maximum).toBeGreaterThan(corridor.minimum + corridor.fee);
    expect(exponentOf(corridor.currency)).toBeDefined();
    expect(corridor.sourceCurrency).toBe('USD');
  });

  test('is found by its country, currency and kind, and by its id', () => {
    const { country, currency, methodKind, corridorId } = corridor;
    expect(findCorridor(sandboxCorridors, { country, currency, kind: methodKind })).toBe(corridor);
    expect(corridorById(sandboxCorridors, corridorId)).toBe(corridor);
  });
});

test('corridor ids are unique', () => {
  expect(new Set(sandboxCorridors.map(({ corridorId }) => corridorId)).size).toBe(sandboxCorridors.length);
});

test('every corridor in euros pays a SEPA country, and the large ones are there', () => {
  const countries = sandboxCorridors.filter(({ currency }) => currency === 'EUR').map(({ country }) => country);
  expect(countries.every((country) => isSEPACountry(country))).toBe(true);
  expect(countries).toEqual(expect.arrayContaining(['AT', 'BE', 'DE', 'ES', 'FI', 'FR', 'IE', 'IT', 'NL', 'PT']));
});

test('some corridor has a fee that reaches its minimum, so that a quote can leave nothing', () => {
  expect(sandboxCorridors.some(({ fee, minimum }) => fee >= minimum)).toBe(true);
});

test('each capability is missing somewhere, so that both refusals can be brought about', () => {
  expect(sandboxCorridors.filter(({ capabilities }) => !capabilities.exactOutput)).toHaveLength(1);
  expect(sandboxCorridors.filter(({ capabilities }) => !capabilities.indicativePricing)).toHaveLength(1);
});

test.each([
  [{ country: 'DE', currency: 'USD', kind: 'fiat' }],
  [{ country: 'de', currency: 'EUR', kind: 'fiat' }],
  [{ country: 'DE', currency: 'EUR', kind: 'crypto' }],
])('nothing is found for %j', (wanted) => {
  expect(findCorridor(sandboxCorridors, wanted)).toBeUndefined();
});
