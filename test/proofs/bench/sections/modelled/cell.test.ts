import { expect, test } from 'vitest';
import { type Cell, playCell } from './cell.ts';
import { figuresOf } from './cell-figures.ts';
import { cellsOf } from './cells.ts';

const cell: Cell = { operation: 'createPayout', organizations: 2, callers: 3, warmUp: 10, payouts: 30, seed: 7 };

const measure = async (one: Cell) => figuresOf(one, await playCell(one));

test('a cell is the same whenever it is played, whatever the machine', async () => {
  const [{ cpuMs: _, ...one }, { cpuMs: __, ...other }] = [await measure(cell), await measure(cell)];
  expect(one).toEqual(other);
  expect(one).toMatchObject({ organizations: 2, callers: 3, payouts: 30, errors: 0, throttled: 0 });
  expect(one.settlement.unsettled).toBe(0);
});

test('one caller takes what its calls take in a row, and organizations share nothing', async () => {
  const alone: Cell = { ...cell, organizations: 1, callers: 1, warmUp: 0, payouts: 10 };
  const [one, three] = [await measure(alone), await measure({ ...alone, organizations: 3, payouts: 30 })];
  // Three calls of 5 ms and a commit of ten items.
  expect(one.p50Ms).toBe(31);
  expect(three.perSecond / one.perSecond).toBeGreaterThan(2.9);
});

test('quotes are accepted where that is wanted', async () => {
  const figures = await measure({ ...cell, operation: 'acceptQuote', organizations: 1 });
  expect(figures).toMatchObject({ operation: 'acceptQuote', errors: 0 });
});

test('cells are bounded by payouts', () => {
  const cells = cellsOf({ mostOrganizations: 10, warmUpSeconds: 2, seconds: 1, leastPayouts: 100, mostPayouts: 1_080 });
  expect(cells.map(({ organizations, callers, warmUp, payouts }) => [organizations, callers, warmUp, payouts])).toEqual(
    [
      [1, 1, 60, 100],
      [1, 16, 80, 100],
      [1, 64, 80, 100],
      [10, 1, 600, 300],
      [10, 16, 720, 360],
      [10, 64, 720, 360],
      [1, 1, 60, 100],
      [1, 16, 80, 100],
    ],
  );
});
