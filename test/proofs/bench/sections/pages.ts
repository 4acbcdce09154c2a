import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Store } from '../../../../shared/ground/table/store.ts';
import { putIf } from '../../../../shared/ground/table/writes.ts';
import {
  type BalanceTransaction,
  BalanceTransactionEntity,
} from '../../../../shared/journal/rows/balance-transaction.ts';
import { type Event, EventEntity } from '../../../../shared/journal/rows/event.ts';
import { acceptRequest, type Customer, createCustomer, prepareQuotes } from '../service/customer.ts';
import { createFleet, type LambdaProcess } from '../service/fleet.ts';
import { type Request, succeed } from '../service/request.ts';
import { median, round } from '../statistics.ts';
import { createCallRecorder } from '../store/record-calls.ts';

export interface PageFigures {
  /** Rows of the organization's history. */
  readonly rows: number;
  /** Of one page. */
  readonly queries: number;
  readonly p50Ms: number;
}

/** A payout that is paid leaves three events and one ledger row. */
const eventsPerRow = 3;

/** Full pages at the beginning, in the middle and at the end of a long history. */
export async function measurePages(
  databaseEndpoint: string,
  { events, calls }: { events: number; calls: number },
): Promise<Record<string, PageFigures>> {
  const fleet = await createFleet(databaseEndpoint);
  const recorder = createCallRecorder();
  const process = fleet.startProcess([recorder.intercept]);
  const customer = await createCustomer(process);
  const history = await prepareHistory(process, customer, events);
  const read = async (request: Request) => {
    recorder.take();
    const { body, elapsedMs } = await succeed(process, customer, request);
    return { body, elapsedMs, queries: recorder.take().filter(({ name }) => name === 'Query').length };
  };
  const measure = async (rows: number, length: number, requests: readonly Request[]): Promise<PageFigures> => {
    const pages = [];
    for (let call = 0; call < calls; call += 1) for (const request of requests) pages.push(await read(request));
    if (pages.some(({ body }) => body.data.length !== length)) throw new Error(`a page has not ${length} rows`);
    return {
      rows,
      queries: Math.max(...pages.map(({ queries }) => queries)),
      p50Ms: round(median(pages.map(({ elapsedMs }) => elapsedMs))),
    };
  };
  const figures = {
    'page of 500 events': await measure(events, 500, eventPages(events)),
    'page of 100 balance transactions': await measure(history.rows, 100, ledgerPages(history.middle)),
  };
  fleet.stop();
  return figures;
}

function eventPages(events: number): Request[] {
  return [0, Math.floor(events / 2), events - 500].map((since) => ({
    operation: 'listEvents',
    query: `limit=500&since=${since}`,
  }));
}

function ledgerPages(middle: string): Request[] {
  return ['limit=100', `limit=100&createdBefore=${encodeURIComponent(middle)}`].map((query) => ({
    operation: 'listBalanceTransactions',
    query,
  }));
}

/** Copies of a payout's event and ledger row: what matters of a long history is its length and the size of its rows. */
async function prepareHistory(process: LambdaProcess, customer: Customer, events: number) {
  const [snapshotId = ''] = await prepareQuotes(process, customer, 1);
  await succeed(process, customer, acceptRequest(snapshotId));
  const { store } = process.runtime;
  const first = { organizationId: customer.organizationId, sequence: 2 };
  const event = (await store.get({ entity: EventEntity, key: first })) as Event;
  const { items } = await store.range(BalanceTransactionEntity, {
    partition: `LEDGER#${customer.organizationId}`,
    newestFirst: true,
    limit: 1,
  });
  const row = items[0] as BalanceTransaction;
  const rows = Math.floor(events / eventsPerRow);
  const following = (count: number) => Array.from({ length: count - 2 }, (_, index) => index + 3);
  await putAll(store, following(events), (sequence) => putIf(EventEntity, { ...event, sequence }, {}).input.Item);
  await putAll(
    store,
    following(rows),
    (sequence) => putIf(BalanceTransactionEntity, { ...row, sequence, at: row.at + sequence }, {}).input.Item,
  );
  return { rows, middle: new Date(row.at + Math.floor(rows / 2)).toISOString() };
}

/** BatchWriteItem takes no more. */
const batchSize = 25;

async function putAll<T>({ client, tableName }: Store, all: readonly T[], itemOf: (one: T) => unknown): Promise<void> {
  for (let done = 0; done < all.length; done += batchSize) {
    const requests = all.slice(done, done + batchSize).map((one) => ({ PutRequest: { Item: itemOf(one) as never } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
  }
}
