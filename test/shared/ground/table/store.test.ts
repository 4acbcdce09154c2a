import { randomUUID } from 'node:crypto';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { absent, refTo } from '../../../../shared/ground/table/expressions.ts';
import { ConditionFailed, TransactionRefused } from '../../../../shared/ground/table/refusals.ts';
import type { Store } from '../../../../shared/ground/table/store.ts';
import { sortable } from '../../../../shared/ground/table/table.ts';
import { create, replace } from '../../../../shared/ground/table/writes.ts';
import { HeadEntity, newHead } from '../../../../shared/journal/commit/head.ts';
import { EventEntity, eventPartition } from '../../../../shared/journal/rows/event.ts';
import { createFaultyTable, type FaultyTable, transactionConflict } from '../../../support/faults.ts';

let table: FaultyTable;
let store: Store;
let pauses: number[];

beforeEach(async () => {
  table = await createFaultyTable();
  pauses = [];
  store = createStore({ ...table, sleep: async (ms) => void pauses.push(ms) });
});

const head = newHead('org', 1_000);
const headRef = refTo(HeadEntity, { organizationId: 'org' });
const event = (sequence: number) => ({
  organizationId: 'org',
  sequence,
  type: sequence % 2 === 0 ? 'even' : 'odd',
  createdAt: '',
  livemode: false,
  data: '{}',
});

async function putEvents(count: number): Promise<void> {
  await store.transact(
    Array.from({ length: count }, (_, index) => create(EventEntity, event(index + 1))),
    randomUUID(),
  );
}

describe('an item', () => {
  test('comes back as it was put, money exact to the last digit', async () => {
    const balances = { USD: { available: 123_456_789_012_345_678_901n, held: 0n }, EUR: { available: -1n, held: 2n } };
    await store.put(HeadEntity, { ...head, balances });
    expect(await store.get(headRef)).toEqual({ ...head, balances });
  });

  test('that is not there is undefined', async () => {
    expect(await store.get(headRef)).toBeUndefined();
    expect(await store.getTogether({ head: headRef })).toEqual({ head: undefined });
  });

  test('that a condition refuses comes along with the refusal', async () => {
    await store.put(HeadEntity, head, absent);
    const refused = await store.put(HeadEntity, { ...head, sequence: 5 }, absent).catch((error) => error);
    expect(refused).toBeInstanceOf(ConditionFailed);
    expect(refused.item).toMatchObject({ organizationId: 'org', sequence: 0 });
    expect(await store.get(headRef)).toEqual(head);
  });

  test('is replaced only at the version that was read, and counts it up', async () => {
    await store.put(HeadEntity, head);
    await store.transact([replace(HeadEntity, head)], randomUUID());
    expect(await store.get(headRef)).toMatchObject({ version: 1 });
    const refused = await store.transact([replace(HeadEntity, head)], randomUUID()).catch((error) => error);
    expect(refused).toMatchObject({
      lostRace: true,
      refusals: [{ code: 'ConditionalCheckFailed', item: { version: 1 } }],
    });
  });
});

describe('a transaction', () => {
  test('is all or nothing', async () => {
    await store.put(HeadEntity, head);
    const refused = store.transact([create(EventEntity, event(1)), create(HeadEntity, head)], randomUUID());
    await expect(refused).rejects.toBeInstanceOf(TransactionRefused);
    expect(await store.get(refTo(EventEntity, { organizationId: 'org', sequence: 1 }))).toBeUndefined();
  });

  test('sent twice with one token takes effect once, and is no failure', async () => {
    await store.put(HeadEntity, head);
    const writes = [replace(HeadEntity, head)];
    const token = randomUUID();
    await store.transact(writes, token);
    await store.transact(writes, token);
    expect(await store.get(headRef)).toMatchObject({ version: 1 });
  });

  test('with a fault of ours is no lost race', () => {
    const refusal = (code: string) =>
      new TransactionRefused([
        { code: 'None', item: undefined },
        { code, item: undefined },
      ]);
    expect(refusal('ValidationError').lostRace).toBe(false);
    for (const code of ['ConditionalCheckFailed', 'TransactionConflict', 'ThrottlingError']) {
      expect(refusal(code).lostRace, code).toBe(true);
    }
  });
});

describe('somebody else’s transaction on the same item', () => {
  const conflict = () => new TransactionConflictException({ message: 'conflict', $metadata: {} });

  /** Refuses calls of a name, so many times. */
  function refuse(refused: string, times: number, error: () => Error): void {
    let left = times;
    table.intercept(async ({ name }, send) => {
      if (name !== refused || left === 0) return send();
      left -= 1;
      throw error();
    });
  }

  test.each<[string, (on: Store) => Promise<unknown>]>([
    ['Put', (on) => on.put(HeadEntity, head)],
    [
      'Update',
      (on) => on.update(headRef, { UpdateExpression: 'SET lastAt = :at', ExpressionAttributeValues: { ':at': 7 } }),
    ],
    ['Delete', (on) => on.remove(headRef, {})],
  ])('only delays %s', async (name, write) => {
    await store.put(HeadEntity, head);
    refuse(name, 9, conflict);
    await write(store);
    expect(pauses).toHaveLength(9);
    for (const [index, ms] of pauses.entries()) expect(ms).toBeLessThanOrEqual(10 * (index + 1));
  });

  test('only delays a reading of several items', async () => {
    await store.put(HeadEntity, head);
    refuse('TransactGet', 9, transactionConflict);
    expect(await store.getTogether({ head: headRef })).toEqual({ head });
    expect(pauses).toHaveLength(9);
  });

  test('that never ends is a lost race', async () => {
    refuse('Put', 1_000, conflict);
    await expect(store.put(HeadEntity, head)).rejects.toMatchObject({ name: 'TransactionRefused', lostRace: true });
    expect(pauses).toHaveLength(9);
  });

  test('is the only failure that is tried again', async () => {
    refuse('Put', 1, () => new Error('no network'));
    await expect(store.put(HeadEntity, head)).rejects.toThrow('no network');
    expect(pauses).toEqual([]);
  });
});

describe('many items', () => {
  const keys = (...sequences: number[]) => sequences.map((sequence) => ({ organizationId: 'org', sequence }));
  const sequencesOf = (events: readonly { sequence: number }[]) => events.map(({ sequence }) => sequence);

  test('come in the order of their keys, missing ones left out', async () => {
    await putEvents(5);
    expect(sequencesOf(await store.getMany(EventEntity, keys(4, 9, 1, 3)))).toEqual([4, 1, 3]);
  });

  test('that DynamoDB did not get to are asked for again', async () => {
    await putEvents(3);
    let first = true;
    table.intercept(async ({ input }, send) => {
      if (!first) return send();
      first = false;
      const request = Object.entries(input.RequestItems as Record<string, { Keys: unknown[] }>)[0];
      const [name = '', { Keys }] = request as [string, { Keys: unknown[] }];
      return { Responses: { [name]: [] }, UnprocessedKeys: { [name]: { Keys } } };
    });
    expect(sequencesOf(await store.getMany(EventEntity, keys(3, 1)))).toEqual([3, 1]);
  });

  const partition = eventPartition('org');
  const at = (sequence: number) => sortable(sequence);

  test.each([
    [{}, [1, 2, 3, 4, 5]],
    [{ newestFirst: true }, [5, 4, 3, 2, 1]],
    [{ from: at(2), to: at(4) }, [2, 3, 4]],
    [{ from: at(4) }, [4, 5]],
    [{ to: at(2) }, [1, 2]],
    [{ from: at(4), to: at(2) }, []],
    [{ after: at(3) }, [4, 5]],
    [{ after: at(3), newestFirst: true }, [2, 1]],
    [{ after: at(1), from: at(3) }, [3, 4, 5]],
    [{ after: at(5), to: at(3) }, []],
    [{ after: at(5), to: at(3), newestFirst: true }, [3, 2, 1]],
    [{ after: at(2), from: at(2), newestFirst: true }, []],
    [{ where: { type: ['odd'] } }, [1, 3, 5]],
    [{ where: { type: [] } }, [1, 2, 3, 4, 5]],
  ])('in a range: %j', async (range, expected) => {
    await putEvents(5);
    const { items, examinedTo } = await store.range(EventEntity, { partition, limit: 10, ...range });
    expect(sequencesOf(items)).toEqual(expected);
    expect(examinedTo).toBeUndefined();
  });

  test('beyond the limit are announced by where the range stopped', async () => {
    await putEvents(5);
    const { items, examinedTo } = await store.range(EventEntity, { partition, limit: 2 });
    expect([sequencesOf(items), examinedTo]).toEqual([[1, 2], at(2)]);
  });
});
