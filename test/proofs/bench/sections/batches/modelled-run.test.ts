import { expect, test } from 'vitest';
import { playRun, type RunPlan } from './modelled-run.ts';

const plan: RunPlan = { lines: 100, endUsers: 'uncapped', settles: false };

test('a run is the same whenever it is played, whatever the machine', async () => {
  const settling: RunPlan = { ...plan, settles: true, singlesSeconds: 1 };
  const [one, other] = [await playRun(settling), await playRun(settling)];
  expect(one).toEqual(other);
  expect(one).toMatchObject({ created: 100, singles: { same: { errors: 0 }, others: { errors: 0 } } });
  expect(one.singles?.same.accepts).toBeGreaterThan(0);
});

test.each([
  ['uncapped', 6],
  ['named', 7],
  ['named and own', 9],
] as const)('a line of a run whose end users are %s is %i items', async (endUsers, items) => {
  const { created, itemsPerLine } = await playRun({ ...plan, endUsers });
  expect(created).toBe(100);
  expect(Math.floor(itemsPerLine)).toBe(items);
});

test('no partition is throttled by the largest number of lines', async () => {
  const { created, throttled } = await playRun({ ...plan, lines: 1_000 });
  expect({ created, throttled }).toEqual({ created: 1_000, throttled: {} });
});
