import { describe, expect, test } from 'vitest';
import { lastHour, mostOpen } from '../../../../shared/checkout/attempts/attempt-bounds.ts';
import { networkHash } from '../../../../shared/checkout/attempts/attempt-counts.ts';
import { countRecent, type RecentCounts, withOneMore } from '../../../../shared/ground/time/recent-counts.ts';

const minute = 60_000;
const start = Date.UTC(2026, 2, 1, 12, 0);

/** What is stored when something has happened at these minutes. */
const after = (...minutes: number[]) =>
  minutes.reduce<RecentCounts>((happened, at) => withOneMore(happened, lastHour, start + at * minute), []);

describe('what happened in the last hour', () => {
  test('is counted in parts of ten minutes, and forgotten an hour later', () => {
    const happened = after(0, 1, 9, 10, 59);
    expect(happened.map(({ count }) => count)).toEqual([3, 1, 1]);
    expect([59, 60, 69, 70, 109, 110].map((at) => countRecent(happened, lastHour, start + at * minute))).toEqual([
      5, 2, 2, 1, 1, 0,
    ]);
  });

  test('is six parts at most, however often it happens', () => {
    const minutes = Array.from({ length: 1_000 }, (_, index) => index);
    for (const stored of [after(...minutes), after(...minutes, 5_000)]) expect(stored.length).toBeLessThanOrEqual(6);
  });

  test('is counted by a clock that is a little behind the last', () => {
    expect(after(10, 9)).toEqual([{ since: start + 10 * minute, count: 2 }]);
  });
});

describe('the card attempts that a network may have open', () => {
  test.each([
    [1, 0, 0, 1],
    [2, 0, 0, 1],
    [3, 0, 0, 2],
    [10, 9, 0, 1],
    [10, 5, 5, 5],
    [10, 9, 5, 3],
    [1_000_000, 0, 0, 100],
  ])('of %i places, %i of them taken and %i by itself, are %i', (maxPayments, placesTaken, open, most) => {
    expect(mostOpen({ maxPayments, placesTaken }, open)).toBe(most);
  });

  test('never leave others without a place where there were two', () => {
    for (let maxPayments = 2; maxPayments <= 300; maxPayments += 1) {
      let open = 0;
      while (open < mostOpen({ maxPayments, placesTaken: open }, open)) open += 1;
      expect(open).toBeLessThan(maxPayments);
    }
  });

  test('are a hundred where places are not counted', () => {
    expect(mostOpen({ maxPayments: undefined, placesTaken: 0 }, 50)).toBe(100);
  });
});

test('a network is named otherwise on each link, and tells no address', () => {
  const names = ['a', 'b'].map((pageToken) => networkHash({ pageToken }, '203.0.113.7'));
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{64}$/);
});
