import { describe, expect, test } from 'vitest';
import { corridorById, findCorridor } from '../../../shared/corridors/catalog/find-corridor.ts';
import { checkRecipientDetails } from '../../../shared/corridors/catalog/recipient-details.ts';
import { sepaCountries } from '../../../shared/corridors/catalog/sepa-countries.ts';
import { exponentOf } from '../../../shared/ground/money/currencies.ts';
import { formatAmount } from '../../../shared/ground/money/money.ts';
import { convert, type ExactRate, parseRate } from '../../../shared/ground/money/rate.ts';
import { sandboxCorridors } from '../../../shared/providers/sandbox/corridors/catalog.ts';
import { sandboxRate } from '../../../shared/providers/sandbox/payouts/rates.ts';
import { examplesOf } from './catalog/support.ts';

const corridorsFrom = (source: string) => sandboxCorridors.filter(({ sourceCurrency }) => sourceCurrency === source);

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
  });

  test('is found by its country and currency among those from its source currency, and by its id', () => {
    const { country, currency, corridorId, sourceCurrency } = corridor;
    expect(findCorridor(corridorsFrom(sourceCurrency), { country, currency })).toBe(corridor);
    expect(corridorById(sandboxCorridors, corridorId)).toBe(corridor);
  });
});

test('corridor ids are unique', () => {
  expect(new Set(sandboxCorridors.map(({ corridorId }) => corridorId)).size).toBe(sandboxCorridors.length);
});

test('corridors pay from dollars and from euros, each euro country from both', () => {
  expect(new Set(sandboxCorridors.map(({ sourceCurrency }) => sourceCurrency))).toEqual(new Set(['USD', 'EUR']));
  const paid = (source: string) =>
    corridorsFrom(source).flatMap(({ country, currency }) => (currency === 'EUR' ? country : []));
  expect(paid('EUR')).toEqual(paid('USD'));
});

test('corridors from euros have ids of their own, and those from dollars keep theirs', () => {
  const named = (source: string) => corridorsFrom(source).map(({ corridorId }) => corridorId);
  expect(named('EUR').every((id) => named('USD').includes(id.replace(/_from_eur$/, '')))).toBe(true);
  expect(named('USD').some((id) => id.includes('_from_'))).toBe(false);
});

test('corridors from euros end where what arrives reaches the limit of the network', () => {
  const limits = { EUR: '1000000.00', GBP: '852500.00', USD: '974250.00' } as const;
  for (const corridor of corridorsFrom('EUR')) {
    const rate = parseRate(sandboxRate(corridor), 'EUR', corridor.currency) as ExactRate;
    const arrives = formatAmount(convert(corridor.maximum, rate), corridor.currency);
    expect(arrives).toBe(limits[corridor.currency as keyof typeof limits]);
  }
});

test('every corridor in euros pays a SEPA country, and the large ones are there', () => {
  const countries = sandboxCorridors.filter(({ currency }) => currency === 'EUR').map(({ country }) => country);
  expect(countries.every((country) => sepaCountries.includes(country))).toBe(true);
  expect(countries).toEqual(expect.arrayContaining(['AT', 'BE', 'DE', 'ES', 'FI', 'FR', 'IE', 'IT', 'NL', 'PT']));
  expect(countries).toEqual(expect.arrayContaining(['AD', 'MC', 'ME', 'SM', 'VA']));
});

test('some corridor has a fee that reaches its minimum, so that a quote can leave nothing', () => {
  expect(sandboxCorridors.some(({ fee, minimum }) => fee >= minimum)).toBe(true);
});

test('each capability is missing somewhere, so that both refusals can be brought about', () => {
  expect(sandboxCorridors.filter(({ capabilities }) => !capabilities.exactOutput)).toHaveLength(1);
  expect(sandboxCorridors.filter(({ capabilities }) => !capabilities.indicativePricing)).toHaveLength(1);
});

test.each([
  [{ country: 'DE', currency: 'USD' }],
  [{ country: 'de', currency: 'EUR' }],
  [{ country: undefined, currency: 'EUR' }],
])('nothing is found for %j', (wanted) => {
  expect(findCorridor(sandboxCorridors, wanted)).toBeUndefined();
});
