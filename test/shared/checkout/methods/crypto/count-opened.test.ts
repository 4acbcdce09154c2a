import { expect, test } from 'vitest';
import { countOpened, mostOpen } from '../../../../../shared/checkout/methods/crypto/payments/address-watch.ts';

const now = Date.parse('2026-03-04T05:06:07.000Z');
const minuteMs = 60_000;
const since = Date.parse('2026-03-04T05:05:00.000Z');

test('attempts within five minutes are counted together, those after apart', () => {
  const once = countOpened([], now);
  expect(once).toEqual([{ since, count: 1 }]);
  expect(countOpened(once ?? [], now)).toEqual([{ since, count: 2 }]);
  expect(countOpened(once ?? [], now + 5 * minuteMs)).toEqual([
    { since, count: 1 },
    { since: since + 5 * minuteMs, count: 1 },
  ]);
});

test('a count keeps what a later release has stored in it', () => {
  const stored = { since, count: 1, laterRelease: 'something' };
  expect(countOpened([stored], now)).toEqual([{ ...stored, count: 2 }]);
});

test('attempts that cannot be open any more are not counted, and so many that may be are too many', () => {
  const full = [{ since, count: mostOpen }];
  expect(countOpened(full, now)).toBeUndefined();
  expect(countOpened(full, since + 35 * minuteMs)).toEqual([{ since: since + 35 * minuteMs, count: 1 }]);
});
