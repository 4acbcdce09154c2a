import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { readUpTo } from '../../../../shared/ground/table/read-up-to.ts';
import type { Store } from '../../../../shared/ground/table/store.ts';
import { sortable } from '../../../../shared/ground/table/table.ts';
import { create } from '../../../../shared/ground/table/writes.ts';
import { EventEntity, eventPartition } from '../../../../shared/journal/rows/event.ts';
import { createFaultyTable } from '../../../support/faults.ts';

let store: Store;
let queries: number;

beforeEach(async () => {
  const table = await createFaultyTable();
  store = createStore(table);
  const event = { organizationId: 'org', type: 'odd', createdAt: '', livemode: false, data: '{}' };
  const sequences = [1, 2, 3, 4, 5, 6, 7];
  const writes = sequences.map((sequence) => create(EventEntity, { ...event, sequence }));
  await store.transact(writes, randomUUID());
  queries = 0;
  table.intercept(async (_call, send) => {
    queries += 1;
    return send();
  });
});

async function sequencesUpTo(bounds: { queries: number; items?: number }, after?: string) {
  const range = { partition: eventPartition('org'), after, limit: 2 };
  const { items, examinedTo } = await readUpTo(store, EventEntity, range, bounds);
  return { sequences: items.map(({ sequence }) => sequence), examinedTo };
}

test('a range is read to its end, and says so', async () => {
  expect(await sequencesUpTo({ queries: 9 })).toEqual({ sequences: [1, 2, 3, 4, 5, 6, 7], examinedTo: undefined });
  expect(queries).toBe(4);
});

test('a range that has no end within the bound says how far it was read', async () => {
  expect(await sequencesUpTo({ queries: 3 })).toEqual({ sequences: [1, 2, 3, 4, 5, 6], examinedTo: sortable(6) });
  expect(await sequencesUpTo({ queries: 3 }, sortable(6))).toEqual({ sequences: [7], examinedTo: undefined });
});

test('nothing more is read once there is enough', async () => {
  expect(await sequencesUpTo({ queries: 9, items: 3 })).toEqual({ sequences: [1, 2, 3, 4], examinedTo: sortable(4) });
  expect(queries).toBe(2);
});
