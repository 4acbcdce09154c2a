import { beforeEach, describe, expect, test } from 'vitest';
import { isBusy, type Turns, takeTurn, turnsRead } from '../../../shared/journal/turns.ts';
import { TransactionRefused } from '../../../shared/table/refusals.ts';
import { createStore } from '../../../shared/table/store.ts';
import { createTestTable, type TestTable } from '../../support/dynamodb.ts';
import { beforeFirst, wrap } from '../../support/faults.ts';

const organizationId = 'org';

let table: TestTable;
let now: number;
let waits: number[];

beforeEach(async () => {
  table = await createTestTable();
  now = Date.parse('2026-03-01T12:00:00.000Z');
  waits = [];
});

function runtimeOn(given: TestTable) {
  return { clock: () => now, sleep: async (ms: number) => void waits.push(ms), store: createStore(given) };
}

interface Given {
  readonly collided?: boolean;
  readonly patienceMs?: number;
}

/** Takes a turn with the row as it is; resolves to how long one waits for it. */
async function take({ collided = false, patienceMs = 60_000 }: Given = {}, on = table): Promise<number | undefined> {
  await takeTurn(runtimeOn(on), { organizationId, turns: await current(), collided, latest: now + patienceMs });
  return waits.at(-1);
}

async function current(): Promise<Turns | undefined> {
  return runtimeOn(table).store.get(turnsRead(organizationId));
}

async function pace(): Promise<number> {
  return (await current())?.pace ?? 0;
}

describe('turns', () => {
  test('begin at once where nobody waits, and follow each other by their pace', async () => {
    expect(await take()).toBe(0);
    const first = await pace();
    expect(await take()).toBe(first);
    expect(await take()).toBeGreaterThan(first);
    expect(isBusy(await current(), now)).toBe(true);
  });

  test('that have passed are nobody’s: the next begins at once', async () => {
    await take();
    now += 1_000;
    expect(isBusy(await current(), now)).toBe(false);
    expect(await take()).toBe(0);
  });

  test('grow longer when they collide, and shorter while they do not, within bounds', async () => {
    await take();
    const before = await pace();
    await take({ collided: true });
    expect(await pace()).toBeGreaterThan(before);
    for (let count = 0; count < 15; count += 1) await take({ collided: true });
    expect(await pace()).toBe(100);
    await take();
    expect(await pace()).toBe(90);
    for (let count = 0; count < 40; count += 1) await take();
    expect(await pace()).toBe(8);
  });

  test('that begin too late are not given, and take nobody’s place', async () => {
    for (let count = 0; count < 15; count += 1) await take({ collided: true });
    const full = await current();
    await expect(take({ patienceMs: 300 })).rejects.toBeInstanceOf(TransactionRefused);
    expect(await current()).toEqual(full);
  });

  test('are each somebody’s own, when many want one at once', async () => {
    const runtime = runtimeOn(table);
    const wanted = { organizationId, turns: undefined, collided: false, latest: now + 60_000 };
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
    const between = beforeFirst('Update', () => runtimeOn(table).store.update(turnsRead(organizationId), change));
    const waited = await take({}, { ...table, client: wrap(table.client, between) });
    expect(waited).toBe(givenUntil() - now);
  });
});
