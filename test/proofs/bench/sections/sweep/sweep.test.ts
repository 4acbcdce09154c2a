import { expect, test } from 'vitest';
import { playHinting } from './hinting.ts';
import { playSending } from './sending.ts';

test('every due row is hinted once, as fast as the table allows, and new payouts beside it take as long as without', async () => {
  const figures = await playHinting({ rows: 12_000, organizations: 4, aloneSeconds: 10 });
  expect(figures).toMatchObject({ rows: 12_000, missing: 0, twice: 0 });
  expect(figures.beside).toMatchObject({ p99Ms: figures.alone.p99Ms, errors: 0 });
  // More rows would take as many times longer: 1.44 million of them less than ten minutes.
  expect(figures.seconds).toBeLessThan((600 * figures.rows) / 1_440_000);
});

test('a backlog of payouts is sent and settled by as many workers as are declared', async () => {
  const { perSecond, unsettled, beside } = await playSending({ payouts: 120, organizations: 4 });
  expect(perSecond).toBeGreaterThan(0);
  expect({ unsettled, errors: beside.errors }).toEqual({ unsettled: 0, errors: 0 });
});
