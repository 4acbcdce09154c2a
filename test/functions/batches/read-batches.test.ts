import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { batchItemStatuses, batchStatuses } from '../../../shared/payouts/batches/batch/statuses.ts';
import { createCallRecorder, sequentialCalls } from '../../proofs/bench/store/record-calls.ts';
import { expectError, faultsOf, storedItems } from '../../support/answers.ts';
import type { FaultyTable } from '../../support/faults.ts';
import { bodyOf, pathOf, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import type { Answer, TestService } from '../../support/service.ts';
import {
  act,
  advance,
  type Body,
  batchingOrganization,
  batchOf,
  itemsOf,
  linesTo,
  payee,
  startBatches,
  submitted,
} from './support.ts';

let table: FaultyTable;
let service: TestService;

beforeAll(async () => {
  ({ table, service } = await startBatches());
});

/** A run of 200 lines, of which the first 95 are validated: the tenth of every ten is invalid. */
async function halfValidated() {
  const of = await batchingOrganization(service);
  const to = await payee(service, of);
  const lines = linesTo(to, 200).map((line, index) => ({ ...line, amount: index % 10 === 9 ? '0.00' : '10.00' }));
  const batch = await submitted(service, of, lines);
  let commits = 0;
  table.intercept(async ({ name }, send) => {
    if (name === 'TransactWrite' && ++commits === 2) throw new Error('no more today');
    return send();
  });
  await advance(service, of, batch);
  table.intercept(undefined);
  expect(await batchOf(service, of, batch)).toMatchObject({
    status: 'validating',
    counts: { pending: 105, valid: 86, invalid: 9 },
    progress: { validated: 95, resolved: 9 },
  });
  return { of, batch, lines };
}

const pageOf = (of: TestOrganization, { batchId }: Body, query: string): Promise<Answer> =>
  service.get(`${pathOf(of)}/payouts/batches/${batchId}/items${query && `?${query}`}`, of);

/** The parameter by which a request is refused. */
const refusedBy = (answer: Answer): string | undefined => faultsOf(answer)[0]?.match(/^\w+/)?.[0];

const indexes = (items: readonly Body[]): number[] => items.map(({ index }) => index);
const from = (first: number, count: number) => Array.from({ length: count }, (_, offset) => first + offset);

describe('the items of a batch', () => {
  test(
    'are shown before anything is validated, as they were submitted',
    quotes({
      'Resources and their fields > Payout batch and item':
        '`items` (array, each exactly a `POST /payouts` body, at most 1,000)',
    }),
    async () => {
      const of = await batchingOrganization(service);
      const lines = linesTo(await payee(service, of), 3, { endUserId: 'user', purposeOfPayment: 'salary' });
      const batch = await submitted(service, of, lines);
      expect(await itemsOf(service, of, batch)).toEqual(
        lines.map((line, index) => ({ index, status: 'pending', request: { ...line, amountLeg: 'source' } })),
      );
    },
  );

  test.each([1, 7, 50, 95, 96, 100])(
    'are in their order, in pages of %i that mix validated ones and others',
    async (limit) => {
      const { of, batch, lines } = await halfValidated();
      const items = await itemsOf(service, of, batch, `limit=${limit}`);
      expect(indexes(items)).toEqual(from(0, 200));
      expect(items.map(({ request }) => request.reference)).toEqual(lines.map(({ reference }) => reference));
      expect(items.slice(94, 96).map(({ status }) => status)).toEqual(['valid', 'pending']);
    },
  );

  test('are 50 to a page unless asked for otherwise, and the last page has no cursor', async () => {
    const { of, batch } = await halfValidated();
    const first = bodyOf(await pageOf(of, batch, ''));
    expect(indexes(first.data)).toEqual(from(0, 50));
    const third = bodyOf(await pageOf(of, batch, `limit=100&cursor=${first.nextCursor}`));
    const last = bodyOf(await pageOf(of, batch, `limit=50&cursor=${third.nextCursor}`));
    expect(indexes(last.data)).toEqual(from(150, 50));
    expect(last).not.toHaveProperty('nextCursor');
  });

  test.each([
    ['invalid', from(0, 9).map((ten) => ten * 10 + 9)],
    ['pending', from(95, 105)],
    ['invalid,pending', [...from(0, 9).map((ten) => ten * 10 + 9), ...from(95, 105)]],
    ['created', []],
    ['created,create_failed', []],
  ])(
    'are found by status: %s',
    quotes({ 'Endpoints > Other referenced operations': '`GET …/batches/{batchId}/items?status=invalid`' }),
    async (status, expected) => {
      const { of, batch } = await halfValidated();
      for (const limit of [4, 100]) {
        expect(indexes(await itemsOf(service, of, batch, `status=${status}&limit=${limit}`))).toEqual(expected);
      }
    },
  );

  test('repeat and leave out nothing while they are validated between two reads of a page', async () => {
    const { of, batch } = await halfValidated();
    // The run is read; then the rest is validated; then the items are read.
    table.intercept(async ({ name }, send) => {
      if (name === 'Query') {
        table.intercept(undefined);
        service.clock.advance(60_000);
        await advance(service, of, batch);
      }
      return send();
    });
    expect(indexes(bodyOf(await pageOf(of, batch, 'limit=100')).data)).toEqual(from(0, 100));
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'awaiting_confirmation' });

    const other = await halfValidated();
    const first = bodyOf(await pageOf(other.of, other.batch, 'limit=90'));
    service.clock.advance(60_000);
    await advance(service, other.of, other.batch);
    const next = bodyOf(await pageOf(other.of, other.batch, `limit=100&cursor=${first.nextCursor}`));
    expect(indexes(next.data)).toEqual(from(90, 100));
  });

  test('of some statuses leave out nothing that is validated behind the query and before the batch is read', async () => {
    const { of, batch } = await halfValidated();
    const isValidated = Promise.withResolvers<void>();
    let batchGets = 0;
    table.intercept(async ({ name }, send) => {
      // The first one is of the key.
      if (name === 'BatchGet' && ++batchGets === 2) await isValidated.promise;
      if (name !== 'Query') return send();
      table.intercept(undefined);
      const rows = await send();
      service.clock.advance(60_000);
      await advance(service, of, batch);
      isValidated.resolve();
      return rows;
    });
    const { data, nextCursor } = bodyOf(await pageOf(of, batch, 'limit=100&status=valid,pending'));
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'awaiting_confirmation' });
    const rest = bodyOf(await pageOf(of, batch, `limit=100&status=valid,pending&cursor=${nextCursor}`));
    const listed = indexes([...data, ...rest.data]);
    expect(listed).toEqual([...new Set(listed)].sort((a, b) => a - b));
    expect(from(0, 200).filter((index) => index % 10 !== 9 && !listed.includes(index))).toEqual([]);
  });

  test.each(['limit=50', 'limit=100', 'status=pending', 'status=invalid,pending', 'status=invalid', 'status=created'])(
    'take three calls of the table in a row, the worst: %s',
    async (query) => {
      const { of, batch } = await halfValidated();
      const { intercept, take } = createCallRecorder();
      const timed = service.process((call, send) => intercept(call, () => sleep(10).then(send)));
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const asked: string = `${query}${cursor && `&cursor=${cursor}`}`;
        cursor = bodyOf(
          await timed.get(`${pathOf(of)}/payouts/batches/${batch.batchId}/items?${asked}`, of),
        ).nextCursor;
        expect(sequentialCalls(take())).toBe(3);
      }
    },
  );

  test('that were never validated end with the stored lines, without a fault', async () => {
    const { of, batch } = await halfValidated();
    bodyOf(await act(service, of, batch, 'cancel', of));
    const { client, tableName } = service.runtime.store;
    // As the table does 30 days later.
    for (const { pk, sk, batchId } of await storedItems(service, 'batchLines')) {
      if (batchId !== batch.batchId) continue;
      await client.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }));
    }
    expect(indexes(await itemsOf(service, of, batch))).toEqual(from(0, 95));
  });

  test(
    'that became payouts name them',
    quotes({
      'States and transitions > Payout batch':
        '`received` | validation | `autoCommit` true, zero invalid lines, approvals not required | `creating` | valid lines become payouts',
    }),
    async () => {
      const of = await batchingOrganization(service);
      const batch = await submitted(service, of, linesTo(await payee(service, of), 2));
      await advance(service, of, batch);
      for (const { payoutId, request } of await itemsOf(service, of, batch)) {
        const order = bodyOf(await service.get(`${pathOf(of)}/orders/${payoutId}`, of));
        expect(order).toMatchObject({ payoutId, batchId: batch.batchId, reference: request.reference });
      }
    },
  );

  test.each([
    ['status=unknown', 'status'],
    ['status=', 'status'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=none', 'cursor'],
    ['page=2', 'page'],
  ])('are not read by %s', async (query, parameter) => {
    const of = await batchingOrganization(service);
    const batch = await submitted(service, of, linesTo(await payee(service, of), 1));
    expect(refusedBy(await pageOf(of, batch, query))).toBe(parameter);
  });

  test('take every status and no cursor of another batch, or of another list', async () => {
    const one = await halfValidated();
    for (const status of batchItemStatuses) bodyOf(await pageOf(one.of, one.batch, `status=${status}`));
    const { nextCursor } = bodyOf(await pageOf(one.of, one.batch, 'limit=1'));
    const other = await submitted(service, one.of, one.lines.slice(0, 3));
    expect(refusedBy(await pageOf(one.of, other, `cursor=${nextCursor}`))).toBe('cursor');
    const runs = bodyOf(await service.get(`${pathOf(one.of)}/payouts/batches?limit=1`, one.of));
    expect(refusedBy(await pageOf(one.of, one.batch, `cursor=${runs.nextCursor}`))).toBe('cursor');
    expect(refusedBy(await service.get(`${pathOf(one.of)}/orders?cursor=${nextCursor}`, one.of))).toBe('cursor');
  });
});

describe('the batches of an organization', () => {
  async function runs(count: number) {
    const of = await batchingOrganization(service);
    const items = linesTo(await payee(service, of), 1);
    const batches: Body[] = [];
    for (let index = 0; index < count; index += 1) {
      batches.unshift(await submitted(service, of, items, { externalReferenceId: `run ${index}` }));
      service.clock.advance(1);
    }
    const list = (query = '', by: Parameters<TestService['get']>[1] = of) =>
      service.get(`${pathOf(of)}/payouts/batches${query}`, by);
    return { of, batches, list };
  }

  test('are listed newest first, page by page, as each is read alone', async () => {
    const { batches, list } = await runs(5);
    const first = bodyOf(await list('?limit=2'));
    const second = bodyOf(await list(`?limit=2&cursor=${first.nextCursor}`));
    const third = bodyOf(await list(`?limit=2&cursor=${second.nextCursor}`));
    expect([...first.data, ...second.data, ...third.data]).toEqual(batches);
    expect(third).not.toHaveProperty('nextCursor');
    expect(bodyOf(await list()).data).toEqual(batches);
  });

  test(
    'are found by reference, exactly',
    quotes({ 'Endpoints > Other referenced operations': 'batch list (filter `externalReferenceId`)' }),
    async () => {
      const { batches, list } = await runs(2);
      expect(bodyOf(await list('?externalReferenceId=run%200')).data).toEqual([batches[1]]);
      expect(bodyOf(await list('?externalReferenceId=run')).data).toEqual([]);
      expect(bodyOf(await list('?externalReferenceId=run%200&status=completed')).data).toEqual([]);
      expect(bodyOf(await list('?externalReferenceId=run%200&status=received,completed')).data).toHaveLength(1);
    },
  );

  test('are found by status', async () => {
    const { of, batches, list } = await runs(3);
    await advance(service, of, batches[0]);
    bodyOf(await act(service, of, batches[1], 'cancel', of));
    const idsOf = async (status: string) =>
      bodyOf(await list(`?status=${status}`)).data.map(({ batchId }: Body) => batchId);
    expect([await idsOf('completed'), await idsOf('canceled'), await idsOf('received')]).toEqual(
      batches.map(({ batchId }) => [batchId]),
    );
    expect(await idsOf('completed,received')).toEqual([batches[0].batchId, batches[2].batchId]);
    for (const status of batchStatuses) bodyOf(await list(`?status=${status}`));
    expect(refusedBy(await list('?status=unknown'))).toBe('status');
  });

  test(
    'are read by every member',
    quotes({ 'Endpoints > Other referenced operations': '`GET …/batches/{batchId}`' }),
    async () => {
      const { of, batches, list } = await runs(1);
      for (const role of ['owner', 'admin', 'operator', 'viewer'] as const) {
        const member = await service.member(of.organizationId, role);
        expect(bodyOf(await list('', member)).data).toEqual(batches);
        expect(bodyOf(await service.get(`${pathOf(of)}/payouts/batches/${batches[0].batchId}`, member))).toEqual(
          batches[0],
        );
      }
    },
  );
});

describe('a thief', () => {
  test(
    'finds nothing of another organization, and cannot tell what exists from what does not',
    quotes({ 'Endpoints > Confirm a payout batch': '404 `BATCH_NOT_FOUND`.' }),
    async () => {
      const victim = await batchingOrganization(service);
      const batch = await submitted(service, victim, linesTo(await payee(service, victim), 2), {
        externalReferenceId: 'secret',
        autoCommit: false,
      });
      await advance(service, victim, batch);
      const thief = await batchingOrganization(service);
      const nobodys = { batchId: `${batch.batchId.slice(0, -6)}aaaaaa` };
      for (const { batchId } of [batch, nobodys]) {
        const path = `${pathOf(thief)}/payouts/batches/${batchId}`;
        expectError(await service.get(path, thief), 'BATCH_NOT_FOUND', { detail: 'no such batch' });
        expectError(await service.get(`${path}/items`, thief), 'BATCH_NOT_FOUND', { detail: 'no such batch' });
        for (const action of ['confirm', 'cancel'] as const) {
          expectError(await act(service, thief, { batchId }, action, thief), 'BATCH_NOT_FOUND', {
            detail: 'no such batch',
          });
        }
      }
      const found = bodyOf(await service.get(`${pathOf(thief)}/payouts/batches?externalReferenceId=secret`, thief));
      expect(found.data).toEqual([]);
      // By the victim's path they are not let in.
      expectError(await act(service, victim, batch, 'confirm', thief), 'FORBIDDEN');
      expect(await batchOf(service, victim, batch)).toMatchObject({ status: 'awaiting_confirmation' });
    },
  );

  test('who may only read confirms and cancels nothing', async () => {
    const of = await batchingOrganization(service);
    const batch = await submitted(service, of, linesTo(await payee(service, of), 2), { autoCommit: false });
    await advance(service, of, batch);
    const viewer = await service.member(of.organizationId, 'viewer');
    const reader = await service.key(of.organizationId, { scopes: ['read'] });
    for (const action of ['confirm', 'cancel'] as const) {
      expectError(await act(service, of, batch, action, viewer), 'FORBIDDEN');
      expectError(await act(service, of, batch, action, reader), 'INSUFFICIENT_SCOPE');
    }
    const body = {
      externalReferenceId: 'run',
      items: linesTo(await payee(service, await batchingOrganization(service)), 1),
    };
    expectError(await service.post(`${pathOf(of)}/payouts/batches`, reader, body), 'INSUFFICIENT_SCOPE');
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'awaiting_confirmation' });
  });
});
