import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { readPage } from '../../../../shared/ground/table/page.ts';
import type { Store } from '../../../../shared/ground/table/store.ts';
import { sortable } from '../../../../shared/ground/table/table.ts';
import { create } from '../../../../shared/ground/table/writes.ts';
import { type Event, EventEntity, eventPartition } from '../../../../shared/journal/rows/event.ts';
import { createFaultyTable, type FaultyTable } from '../../../support/faults.ts';

/** More than one page of a filtered list examines. */
const length = 5_600;
const perTransaction = 100;
const rare = new Set([20, 2_500, 5_550]);

let table: FaultyTable;
let store: Store;

beforeAll(async () => {
  table = await createFaultyTable();
  store = createStore(table);
  for (let done = 0; done < length; done += perTransaction) {
    const writes = Array.from({ length: perTransaction }, (_, index) => {
      const sequence = done + index + 1;
      const type = rare.has(sequence) ? 'rare' : 'common';
      return create(EventEntity, { organizationId: 'org', sequence, type, createdAt: '', livemode: false, data: '{}' });
    });
    await store.transact(writes, randomUUID());
  }
}, 120_000);

const positionOf = ({ sequence }: Event) => sortable(sequence);

function page(after: string | undefined, limit: number, types: readonly string[] = []) {
  const range = { partition: eventPartition('org'), after, newestFirst: true, limit, where: { type: types } };
  return readPage(store, EventEntity, range, positionOf);
}

/** All pages, and how many queries each took. */
async function pages(limit: number, types?: readonly string[]) {
  const sequences: number[] = [];
  const queries: number[] = [];
  let after: string | undefined;
  do {
    let count = 0;
    table.intercept(async (_call, send) => {
      count += 1;
      return send();
    });
    const found = await page(after, limit, types);
    queries.push(count);
    sequences.push(...found.items.map(({ sequence }) => sequence));
    after = found.next;
  } while (after !== undefined);
  table.intercept(undefined);
  return { sequences, queries };
}

const newestFirst = Array.from({ length }, (_, index) => length - index);

test('pages without a filter are one query each and hold every row once', async () => {
  const { sequences, queries } = await pages(500);
  expect(sequences).toEqual(newestFirst);
  expect(new Set(queries)).toEqual(new Set([1]));
});

test('pages with a filter find every match once, and examine no more than five queries each', async () => {
  for (const limit of [1, 2, 3, 100]) {
    const { sequences, queries } = await pages(limit, ['rare']);
    expect(sequences).toEqual([5_550, 2_500, 20]);
    expect(Math.max(...queries)).toBeLessThanOrEqual(5);
  }
});

test('a page that found nothing within its bound says where to go on', async () => {
  const { items, next } = await page(undefined, 10, ['none']);
  expect(items).toEqual([]);
  expect(next).toBe(sortable(length - 5_000 + 1));
  expect(await page(next, 10, ['none'])).toEqual({ items: [] });
});
