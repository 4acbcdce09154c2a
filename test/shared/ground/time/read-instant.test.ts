import { describe, expect, test } from 'vitest';
import { ZonedInstant } from '../../../../shared/contract/fields.ts';
import { yearsLater } from '../../../../shared/ground/time/read-instant.ts';

const noon = Date.parse('2026-01-31T12:00:00.000Z');

describe('an instant', () => {
  test.each([
    ['2026-01-31T12:00:00Z', noon],
    ['2026-01-31T12:00Z', noon],
    ['2026-01-31t12:00:00z', noon],
    ['2026-01-31T12:00:00.1234567Z', noon + 123],
    ['2026-01-31T12:00:00,5Z', noon + 500],
    ['2026-01-31T13:00:00+01:00', noon],
    ['2026-01-31T13:00:00+0100', noon],
    ['2026-01-31T13:00+01', noon],
    ['2026-01-31t06:30-0530', noon],
    ['2026-01-31T12:00:00-00:00', noon],
    ['2028-02-29T00:00Z', Date.parse('2028-02-29T00:00:00Z')],
  ])('%s is taken', (text, ms) => {
    expect(ZonedInstant.parse(text)).toBe(ms);
  });

  test.each([
    '2026-01-31',
    '2026-01-31T12:00',
    '2026-01-31T12Z',
    '2026-01-31 12:00Z',
    '2026-02-29T12:00Z',
    '2026-01-31T24:00Z',
    '2026-01-31T12:60Z',
    '2026-01-31T12:00:60Z',
    '2026-01-31T12:00.5Z',
    '2026-01-31T12:00:00,Z',
    '2026-01-31T12:00+1',
    '2026-01-31T12:00+24',
    '2026-01-31T12:00+01:60',
    '20260131T120000Z',
    '2026-01-31T12:00Z ',
    '٢٠٢٦-01-31T12:00Z',
    1_769_860_800,
    null,
  ])('%j is refused as no instant', (text) => {
    const { success, error } = ZonedInstant.safeParse(text);
    expect(success).toBe(false);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^is not an instant such as 2026-01-31T12:00:00Z, with a time zone/),
    ]);
  });

  test('whose + became a space in a query is told so, whatever the form of its offset', () => {
    for (const text of ['2026-01-31t13:00 0100', '2026-01-31T13:00 01', '2026-01-31T13:00:00 01:00'])
      expect(ZonedInstant.safeParse(text).error?.issues[0]?.message).toContain('write + as %2B in a query');
  });
});

test.each([
  ['2026-03-01T10:00:00.000Z', 1, '2027-03-01T10:00:00.000Z'],
  ['2027-03-01T10:00:00.000Z', 1, '2028-03-01T10:00:00.000Z'],
  ['2026-11-25T10:00:00.000Z', 2, '2028-11-25T10:00:00.000Z'],
  ['2028-02-29T10:00:00.000Z', 1, '2029-03-01T10:00:00.000Z'],
])('%s and %i calendar years is %s', (from, years, to) => {
  expect(new Date(yearsLater(Date.parse(from), years)).toISOString()).toBe(to);
});
