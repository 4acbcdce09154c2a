import { expect, test } from 'vitest';
import { modelledBars } from './modelled-bars.ts';
import type { CellFigures } from './sections/modelled/cell-figures.ts';

const cell: CellFigures = {
  operation: 'createPayout',
  organizations: 1,
  callers: 16,
  warmUp: 600,
  payouts: 1_000,
  perSecond: 40,
  settledPerSecond: 40,
  p50Ms: 400,
  p99Ms: 600,
  conflictsPerCommit: 0,
  commitsPerPayout: 1.1,
  itemsPerPayout: 14,
  holdsMs: 25,
  ofCeiling: 90,
  throttled: 0,
  errors: 0,
  settlement: { p50Seconds: 4, p99Seconds: 10, maxSeconds: 10, oldestWaitingSeconds: 4, unsettled: 0 },
  cpuMs: 3,
};
const alone: CellFigures = { ...cell, callers: 1, p50Ms: 32, perSecond: 30, ofCeiling: 70 };
const ten: CellFigures = { ...cell, organizations: 10, perSecond: 380, ofCeiling: 85 };

function missedBy(...cells: readonly CellFigures[]): string[] {
  return modelledBars(cells)
    .filter(({ met }) => !met)
    .map(({ name }) => name);
}

test('figures that are just good enough meet every bar of the modelled store', () => {
  expect(missedBy(cell, alone, ten)).toEqual([]);
});

test.each<[string, CellFigures[]]>([
  ['modelled: create payout, 1 x 1: p50', [{ ...alone, p50Ms: 32.1 }]],
  ['modelled: create payout, 1 x 16: of one commit at a time', [{ ...cell, ofCeiling: 89.9 }]],
  ['modelled: create payout, 1 x 16: p99', [{ ...cell, p99Ms: 601 }]],
  ['modelled: create payout, 10 x 16: to one organization', [cell, { ...ten, perSecond: 370 }]],
  ['modelled: errors', [cell, { ...ten, errors: 1 }]],
  ['modelled: throttled calls', [{ ...ten, throttled: 1 }]],
  ['modelled: settlement p99, the worst', [cell, { ...ten, settlement: { ...cell.settlement, p99Seconds: 10.1 } }]],
  ['modelled: payouts never settled', [{ ...ten, settlement: { ...cell.settlement, unsettled: 1 } }]],
])('a figure that is a little worse misses its bar alone: %s', (bar, cells) => {
  expect(missedBy(...cells)).toEqual([bar]);
});
