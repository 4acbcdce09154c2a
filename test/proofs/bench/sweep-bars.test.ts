import { expect, test } from 'vitest';
import type { SweepFigures } from './sections/sweep/sweep.ts';
import { sweepBars } from './sweep-bars.ts';

const paying = { payouts: 100, p50Ms: 30, p99Ms: 40, errors: 0 };
const good: SweepFigures = {
  wantedRows: 1_440_000,
  hinting: {
    rows: 1_440_000,
    seconds: 600,
    missing: 0,
    twice: 0,
    alone: paying,
    beside: { ...paying, p99Ms: 42 },
  },
  sending: { payouts: 1_000, perSecond: 4.2, beside: { ...paying, p99Ms: 4_000 }, unsettled: 0 },
};
const { hinting, sending } = good;

const missedBy = (figures: SweepFigures) =>
  sweepBars(figures)
    .filter(({ met }) => !met)
    .map(({ name }) => name);

test('figures that are just good enough meet every bar of the sweep', () => {
  expect(missedBy(good)).toEqual([]);
});

test.each<[string, SweepFigures]>([
  ['all hinted', { ...good, hinting: { ...hinting, seconds: 600.1 } }],
  ['not hinted', { ...good, hinting: { ...hinting, missing: 1 } }],
  ['hinted twice while the queue holds the hint', { ...good, hinting: { ...hinting, twice: 1 } }],
  ['p99 of new payouts beside it', { ...good, hinting: { ...hinting, beside: { ...paying, p99Ms: 42.1 } } }],
  ['errors of new payouts', { ...good, hinting: { ...hinting, beside: { ...paying, errors: 1 } } }],
])('a figure that is a little worse misses its bar alone: %s', (bar, figures) => {
  expect(missedBy(figures)).toEqual([`sweep of 1440000 due rows: ${bar}`]);
});

test.each<[string, SweepFigures]>([
  ['sweep: payouts of a backlog not settled', { ...good, sending: { ...sending, unsettled: 1 } }],
  ['sweep: 1440000 payouts sent', { ...good, sending: { ...sending, perSecond: 4 } }],
])('sending that is a little worse misses its bar alone: %s', (bar, figures) => {
  expect(missedBy(figures)).toEqual([bar]);
});
