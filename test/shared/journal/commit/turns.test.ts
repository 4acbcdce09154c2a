import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { TransactionRefused } from '../../../../shared/ground/table/refusals.ts';
import { Pace } from '../../../../shared/ground/time/pace.ts';
import { hasOpenTurns, type Turns, takeTurn, turnsRef } from '../../../../shared/journal/commit/turns.ts';
import { createTestTable, type TestTable } from '../../../support/dynamodb.ts';
import { beforeFirst, wrap } from '../../../support/faults.ts';

const organizationId = 'org';

let table: TestTable;
let now: number;
let waits: number[];
let pace: Pace;

beforeEach(async () => {
  table = await createTestTable();
  now = Date.parse('2026-03-01T12:00:00.000Z');
  waits = [];
  pace = new Pace();
});

function runtimeOn(given: TestTable) {
  return { clock: () => now, sleep: async (ms: number) => void waits.push(ms), store: createStore(given), pace };
}

/** Takes a turn with the row as it is; resolves to how long one waits for it. */
async function take({ patienceMs = 60_000, on = table } = {}): Promise<number | undefined> {
  await takeTurn(runtimeOn(on), { organizationId, turns: await current(), latest: now + patienceMs });
  return waits.at(-1);
}

async function current(): Promise<Turns | undefined> {
  return runtimeOn(table).store.get(turnsRef(organizationId));
}

describe('turns', () => {
  test('begin at once where nobody waits, and follow each other', async () => {
    expect([await take(), await take(), await take()]).toEqual([0, 20, 40]);
    expect(hasOpenTurns(await current(), now)).toBe(true);
  });

  test('that have passed are nobody’s: the next begins at once', async () => {
    await take();
    now += 1_000;
    expect(hasOpenTurns(await current(), now)).toBe(false);
    expect(await take()).toBe(0);
  });

  test('that a wrong clock has given hold up nobody', async () => {
    now += 60 * 60 * 1000;
    await take();
    now -= 60 * 60 * 1000;
    expect(hasOpenTurns(await current(), now)).toBe(false);
    expect(await take()).toBe(0);
    expect(await take()).toBe(20);
  });

  test('are as long as the commits of who takes them, or else as the last one', async () => {
    pace.observe(90);
    expect([await take(), await take()]).toEqual([0, 90]);
    pace = new Pace();
    expect([await take(), await take()]).toEqual([180, 270]);
  });

  test('that begin too late are not given, and take nobody’s place', async () => {
    for (let count = 0; count < 20; count += 1) await take();
    expect(hasOpenTurns(await current(), now)).toBe(true);
    const full = await current();
    await expect(take({ patienceMs: 300 })).rejects.toBeInstanceOf(TransactionRefused);
    expect(await current()).toEqual(full);
  });

  test('are each somebody’s own, when many want one at once', async () => {
    const runtime = runtimeOn(table);
    const wanted = { organizationId, turns: undefined, latest: now + 60_000 };
    await Promise.all(Array.from({ length: 12 }, () => takeTurn(runtime, wanted)));
    expect(new Set(waits).size).toBe(12);
  });

  test.each([
    ['ends', () => now],
    ['begins', () => now + 50],
  ])('are found where a line %s while one looks', async (what, givenUntil) => {
    await take();
    if (what === 'begins') now += 1_000;
    const change = {
      UpdateExpression: 'SET givenUntil = :until',
      ExpressionAttributeValues: { ':until': givenUntil() },
    };
    const between = beforeFirst('Update', () => runtimeOn(table).store.update(turnsRef(organizationId), change));
    const waited = await take({ on: { ...table, client: wrap(table.client, between) } });
    expect(waited).toBe(givenUntil() - now);
  });
});

describe('the pace', () => {
  test('follows what commits usually take, a slow one slowly, within bounds', () => {
    expect(pace.ms).toBeUndefined();
    pace.observe(100);
    expect(pace.ms).toBe(100);
    pace.observe(0);
    expect(pace.ms).toBe(54);
    for (let count = 0; count < 30; count += 1) pace.observe(0);
    expect(pace.ms).toBeLessThan(10);
    for (let count = 0; count < 100; count += 1) pace.observe(60_000);
    expect(pace.ms).toBe(250);
  });
});
