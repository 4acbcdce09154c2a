import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { countCommitAttempt, metering, type TableUse } from '../../../../../shared/ground/table/calls/meter.ts';
import { createStore } from '../../../../../shared/ground/table/create-store.ts';
import { refTo } from '../../../../../shared/ground/table/expressions.ts';
import type { Store } from '../../../../../shared/ground/table/store.ts';
import { create } from '../../../../../shared/ground/table/writes.ts';
import { type Turns, TurnsEntity } from '../../../../../shared/journal/commit/turns.ts';
import { createTestTable, type TestTable } from '../../../../support/dynamodb.ts';
import { lostAnswer, wrap } from '../../../../support/faults.ts';

let table: TestTable;
let store: Store;

beforeAll(async () => {
  table = await createTestTable();
  store = createStore(table);
});

const item = (): Turns => ({ organizationId: randomUUID(), givenUntil: 1, pace: 1 });
const keyOf = ({ organizationId }: Turns) => refTo(TurnsEntity, { organizationId });

async function used(work: () => Promise<unknown>): Promise<TableUse> {
  return metering(async (use) => {
    await work();
    return { ...use };
  });
}

const nothing: TableUse = { tableCalls: 0, readUnits: 0, writeUnits: 0, commitAttempts: 0 };

test('each kind of call is counted with its units', async () => {
  const [one, two] = [item(), item()];
  expect(await used(() => store.put(TurnsEntity, one))).toEqual({ ...nothing, tableCalls: 1, writeUnits: 1 });
  expect(await used(() => store.get(keyOf(one)))).toEqual({ ...nothing, tableCalls: 1, readUnits: 1 });
  expect(await used(() => store.range(TurnsEntity, { partition: `ORG#${one.organizationId}`, limit: 5 }))).toEqual({
    ...nothing,
    tableCalls: 1,
    readUnits: 1,
  });
  const transaction = await used(() => store.transact([create(TurnsEntity, two)], randomUUID()));
  expect(transaction).toEqual({ ...nothing, tableCalls: 1, writeUnits: 2 });
  const together = await used(() => store.getTogether({ one: keyOf(one), two: keyOf(two) }));
  expect(together).toEqual({ ...nothing, tableCalls: 1, readUnits: 4 });
  const batch = await used(() => store.getAll({ one: keyOf(one), two: keyOf(two) }));
  expect(batch).toEqual({ ...nothing, tableCalls: 1, readUnits: 2 });
});

test('a call that is refused or not answered is counted, with every repetition by the SDK', async () => {
  const one = item();
  await store.put(TurnsEntity, one);
  const refused = await used(() => store.transact([create(TurnsEntity, one)], randomUUID()).catch(() => undefined));
  expect(refused).toEqual({ ...nothing, tableCalls: 1 });

  const repeated = { $metadata: { attempts: 3 } };
  const silent = createStore({
    ...table,
    client: wrap(table.client, async () => {
      throw Object.assign(lostAnswer(), repeated);
    }),
  });
  expect(await used(() => silent.get(keyOf(one)).catch(() => undefined))).toEqual({ ...nothing, tableCalls: 3 });
});

test('work at the same time is counted apart, and inside other work for that too', async () => {
  const one = item();
  const reads = (count: number) => used(() => Promise.all(Array.from({ length: count }, () => store.get(keyOf(one)))));
  const whole = await used(async () => {
    const [few, many] = await Promise.all([reads(2), reads(5)]);
    countCommitAttempt();
    expect([few.tableCalls, many.tableCalls, many.commitAttempts]).toEqual([2, 5, 0]);
  });
  expect(whole).toMatchObject({ tableCalls: 7, commitAttempts: 1 });
});

test('what nobody meters is done all the same', async () => {
  const one = item();
  countCommitAttempt();
  await store.put(TurnsEntity, one);
  expect(await store.get(keyOf(one))).toEqual(one);
});
