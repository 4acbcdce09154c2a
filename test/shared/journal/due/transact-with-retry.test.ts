import { beforeEach, expect, test } from 'vitest';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import { create, replace } from '../../../../shared/ground/table/writes.ts';
import { createIds } from '../../../../shared/ground/time/ids.ts';
import { HeadEntity, newHead } from '../../../../shared/journal/commit/head.ts';
import { transactWithRetry } from '../../../../shared/journal/due/transact-with-retry.ts';
import { createFaultyTable, type FaultyTable, transactionConflict } from '../../../support/faults.ts';

const head = newHead('org', 1_000);
let table: FaultyTable;
let pauses: number[];

beforeEach(async () => {
  table = await createFaultyTable();
  pauses = [];
});

const runtimeOf = (of: FaultyTable) => ({
  ids: createIds(),
  store: createStore(of),
  sleep: async (ms: number) => void pauses.push(ms),
});

/** Refuses the first transactions, so many. */
function conflicts(count: number): void {
  let left = count;
  table.intercept(async ({ name }, send) => {
    if (name !== 'TransactWrite' || left === 0) return send();
    left -= 1;
    throw transactionConflict();
  });
}

test('who meets another transaction tries again, after pauses that grow and that others do not make too', async () => {
  conflicts(7);
  expect(await transactWithRetry(runtimeOf(table), [create(HeadEntity, head)])).toBe(true);
  const first = pauses.splice(0);

  conflicts(7);
  expect(await transactWithRetry(runtimeOf(table), [replace(HeadEntity, head)])).toBe(true);

  for (const each of [first, pauses]) {
    expect(each).toHaveLength(7);
    for (const [index, ms] of each.entries()) {
      expect(ms).toBeGreaterThanOrEqual(25 * (index + 1));
      expect(ms).toBeLessThanOrEqual(75 * (index + 1));
    }
  }
  expect(pauses).not.toEqual(first);
});

test('who meets others again and again gives it up, and has written nothing', async () => {
  conflicts(8);
  const settled = transactWithRetry(runtimeOf(table), [create(HeadEntity, head)]);
  await expect(settled).rejects.toMatchObject({ name: 'TransactionRefused', lostRace: true });
  expect(await createStore(table).get(refTo(HeadEntity, { organizationId: 'org' }))).toBeUndefined();
});

test('what somebody else has settled is told apart, and not tried again', async () => {
  await transactWithRetry(runtimeOf(table), [create(HeadEntity, head)]);
  expect(await transactWithRetry(runtimeOf(table), [create(HeadEntity, head)])).toBe(false);
  expect(pauses).toEqual([]);
});
