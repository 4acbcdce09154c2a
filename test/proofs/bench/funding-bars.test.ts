import { expect, test } from 'vitest';
import { fundingBars } from './funding-bars.ts';
import type { FundingFigures } from './sections/funding/funding.ts';

const good: FundingFigures = { addresses: 10_000, queriesOfARange: 10, compared: 200, peakMb: 256 };

function missedBy(figures: FundingFigures): string[] {
  return fundingBars(figures).flatMap(({ name, met }) => (met ? [] : [name]));
}

test('figures that are just good enough meet every bar of self-funded payouts', () => {
  expect(missedBy(good)).toEqual([]);
});

test.each<[string, Partial<FundingFigures>]>([
  ['lists of transfers of a range', { queriesOfARange: 11 }],
  ['memory of the worker', { peakMb: 257 }],
  ['not compared in a step', { compared: 199 }],
])('a little worse misses: %s', (name, worse) => {
  expect(missedBy({ ...good, ...worse })).toEqual([`self-funded payouts, 10000 addresses of a token: ${name}`]);
});
