import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createTable } from '../../../local/dynamodb-local/create-table.ts';
import { type StreamPoller, startStreamPoller } from '../../../local/dynamodb-local/stream-poller.ts';
import { wakeOnWrite } from '../../../local/dynamodb-local/wake-on-write.ts';
import { defineWorker } from '../../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';
import { createTestClients } from '../../support/dynamodb.ts';

type Handle = (event: DynamoDBStreamEvent) => Promise<unknown>;

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const runtime = { clock: Date.now, log } as unknown as WholeRuntime;
let poller: StreamPoller;
afterEach(() => poller.stop());

async function startTable(tableName: string) {
  const { client, streams } = createTestClients();
  await createTable(client, tableName);
  return {
    put: (pk: string) =>
      client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: { pk: { S: pk }, sk: { S: 'x' }, bytes: { B: Buffer.from('hi') } },
        }),
      ),
    async poll(handle: Handle) {
      const worker = defineWorker({ name: 'stream', trigger: { type: 'table-stream' }, timeoutSeconds: 5, handle });
      poller = await startStreamPoller({ table: client, streams, tableName, worker, runtime });
      wakeOnWrite(client, poller.wake);
    },
  };
}

const keysOf = ({ Records }: DynamoDBStreamEvent) => Records.map(({ dynamodb }) => dynamodb?.Keys?.pk?.S);

describe('stream poller', () => {
  test('changes after the start reach the worker in order, changes before it do not', async () => {
    const table = await startTable('stream-order');
    await table.put('before');
    const seen: unknown[] = [];
    await table.poll(async (event) => void seen.push(...keysOf(event)));
    for (const pk of ['a', 'b', 'c']) await table.put(pk);
    await expect.poll(() => seen).toEqual(['a', 'b', 'c']);
  });

  test('an event is plain JSON as Lambda gets it', async () => {
    const table = await startTable('stream-event');
    const events: DynamoDBStreamEvent[] = [];
    await table.poll(async (event) => void events.push(event));
    await table.put('a');
    await expect.poll(() => events).toHaveLength(1);
    expect(JSON.parse(JSON.stringify(events[0]))).toEqual(events[0]);
    expect(events[0]?.Records[0]).toMatchObject({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      eventSourceARN: expect.stringContaining('table/stream-event/stream/'),
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number),
        Keys: { pk: { S: 'a' }, sk: { S: 'x' } },
        NewImage: { pk: { S: 'a' }, sk: { S: 'x' }, bytes: { B: 'aGk=' } },
        SequenceNumber: expect.any(String),
      },
    });
  });

  test('a record that always fails is dropped after bounded attempts, and only it', async () => {
    const table = await startTable('stream-poison');
    const seen = new Set<unknown>();
    const attempts = vi.fn();
    await table.poll(async (event) => {
      const keys = keysOf(event);
      if (keys.includes('poison')) {
        attempts();
        throw new Error('poison');
      }
      for (const key of keys) seen.add(key);
    });
    await Promise.all(['a', 'poison', 'b'].map(table.put));
    await expect.poll(() => [...seen].sort(), { timeout: 10_000 }).toEqual(['a', 'b']);
    await expect
      .poll(() => log.error.mock.calls.filter(([message]) => message === 'stream record dropped'), { timeout: 10_000 })
      .toHaveLength(1);
    expect(attempts.mock.calls.length).toBeLessThanOrEqual(9);
  });

  test('a change is seen at once, even after a long silence', async () => {
    const table = await startTable('stream-quick');
    let seenAt = 0;
    await table.poll(async () => {
      seenAt = performance.now();
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await table.put('a');
    const writtenAt = performance.now();
    await expect.poll(() => seenAt, { interval: 5 }).toBeGreaterThan(0);
    // Far above what it takes (10 ms), so that a busy machine does not fail it.
    expect(seenAt - writtenAt).toBeLessThan(1000);
  });
});
