import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ChangeStream } from '../../../local/table/change-stream.ts';
import type { Change } from '../../../local/table/embedded-table.ts';
import { SqliteFile } from '../../../local/table/sqlite/sqlite-file.ts';
import { defineWorker, type Worker } from '../../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';
import { openTestDatabase } from '../../support/embedded-database.ts';

type Handle = (event: DynamoDBStreamEvent) => Promise<unknown>;
type Follows = Extract<Worker['trigger'], { type: 'table-stream' }>['follows'];

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const runtime = { clock: Date.now, log } as unknown as WholeRuntime;
/** What a worker hears of a commit at most later than its caller. */
const deliveredWithinMs = 10;

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function workerOf(handle: Handle, follows?: Follows): Worker {
  const trigger = { type: 'table-stream', ...(follows && { follows }) } as const;
  return defineWorker({ name: 'stream', trigger, timeoutSeconds: 5, handle }) as Worker;
}

const keyOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.Keys?.sk?.S;
const told = (record: DynamoDBRecord) => `${record.eventName} ${keyOf(record)}`;

async function openFollowed(now?: () => number) {
  const opened = await openTestDatabase(now ? { now } : {});
  const { database, tableName: TableName } = opened;
  const seen: DynamoDBRecord[] = [];
  const batches: number[] = [];
  const worker = workerOf(async ({ Records }) => {
    batches.push(Records.length);
    seen.push(...Records);
  });
  await database.followStream(TableName, worker, runtime);
  const documents = database.documents;
  return {
    ...opened,
    seen,
    batches,
    put: (sk: string, more: object = {}) =>
      documents.send(new PutCommand({ TableName, Item: { pk: 'p', sk, ...more } })),
    remove: (sk: string) => documents.send(new DeleteCommand({ TableName, Key: { pk: 'p', sk } })),
    putTogether: (...sks: string[]) =>
      documents.send(
        new TransactWriteCommand({ TransactItems: sks.map((sk) => ({ Put: { TableName, Item: { pk: 'p', sk } } })) }),
      ),
  };
}

describe('the stream of an embedded table', () => {
  test('tells of committed changes in order, at once, and not of what changed nothing', async () => {
    const { put, remove, putTogether, seen, batches } = await openFollowed();
    await Promise.all([put('1'), put('1'), put('1', { n: 1 }), putTogether('3', '2'), remove('1'), remove('never')]);
    await sleep(deliveredWithinMs);
    expect(seen.map(told)).toEqual(['INSERT 1', 'MODIFY 1', 'INSERT 3', 'INSERT 2', 'REMOVE 1']);
    // Changes that are committed together are told together. On a busy machine the calls may arrive in two groups.
    expect(batches.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(batches.length).toBeLessThan(5);
    const numbers = seen.map(({ dynamodb }) => dynamodb?.SequenceNumber);
    expect(numbers).toEqual(numbers.toSorted());
    expect(new Set(numbers).size).toBe(seen.length);
  });

  test('tells nothing before the commit, and nothing of a group whose commit failed', async () => {
    const { put, seen, failures, close, directory } = await openFollowed();
    await put('1');
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    vi.spyOn(SqliteFile.prototype, 'commit').mockImplementationOnce(() => {
      expect(seen.map(told)).toEqual(['INSERT 1']);
      throw full;
    });
    const results = await Promise.allSettled([put('2'), put('3')]);
    await sleep(deliveredWithinMs);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(seen.map(told)).toEqual(['INSERT 1']);
    expect(failures).toEqual([expect.stringContaining('sluice.sqlite cannot be used: database or disk is full')]);
    await close();
    const again = await openTestDatabase({ directory });
    const { Items } = await again.database.perform({ name: 'Scan', input: { TableName: again.tableName } });
    expect(Items).toEqual([{ pk: 'p', sk: '1' }]);
  });

  test('tells nothing once it was stopped', async () => {
    const { database, tableName, put } = await openFollowed();
    const seen: unknown[] = [];
    const stream = await database.followStream(
      tableName,
      workerOf(async (event) => void seen.push(event)),
      runtime,
    );
    await stream.stop();
    await put('1');
    await sleep(deliveredWithinMs);
    expect(seen).toEqual([]);
  });
});

describe('delivery to the worker of a stream', () => {
  const inserted = (from: number, to: number, more: object = {}): Change[] =>
    Array.from({ length: to - from }, (_, index) => {
      const sk = String(from + index);
      return { key: `p ${sk}`, before: undefined, after: { pk: 'p', sk, ...more } };
    });
  const numbers = (records: readonly DynamoDBRecord[]) => records.map((record) => Number(keyOf(record)));

  test('takes a hundred records a batch, and those that come meanwhile behind them', async () => {
    const batches: number[][] = [];
    const gate = Promise.withResolvers<void>();
    const stream = new ChangeStream(
      workerOf(async ({ Records }) => {
        batches.push(numbers(Records));
        await gate.promise;
      }),
      runtime,
    );
    stream.offer(inserted(0, 250));
    stream.offer(inserted(250, 260));
    gate.resolve();
    await expect.poll(() => batches.flat().length).toBe(260);
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50, 10]);
    expect(batches.flat()).toEqual(Array.from({ length: 260 }, (_, index) => index));
  });

  test('tries a batch three times, halves it, and drops alone the record that fails', async () => {
    const calls: number[][] = [];
    const stream = new ChangeStream(
      workerOf(async ({ Records }) => {
        calls.push(numbers(Records));
        if (numbers(Records).includes(2)) throw new Error('cannot be handled');
      }),
      runtime,
    );
    log.error.mockClear();
    stream.offer(inserted(0, 4));
    stream.offer(inserted(4, 6));
    await expect.poll(() => calls.at(-1), { timeout: 5000 }).toEqual([4, 5]);
    const thrice = (batch: number[]) => [batch, batch, batch];
    expect(calls).toEqual([...thrice([0, 1, 2, 3]), [0, 1], ...thrice([2, 3]), ...thrice([2]), [3], [4, 5]]);
    const dropped = log.error.mock.calls.filter(([message]) => message === 'stream record dropped');
    expect(dropped).toEqual([
      [expect.any(String), expect.objectContaining({ keys: { pk: { S: 'p' }, sk: { S: '2' } } })],
    ]);
  });

  test('is filtered by the patterns of the worker', async () => {
    const seen: number[] = [];
    const follows: Follows = () => [{ entity: { S: ['payout'] } }];
    const stream = new ChangeStream(
      workerOf(async ({ Records }) => void seen.push(...numbers(Records)), follows),
      runtime,
    );
    stream.offer([...inserted(0, 1), ...inserted(1, 2, { entity: 'payout' }), ...inserted(2, 3, { entity: 'quote' })]);
    await sleep(deliveredWithinMs);
    expect(seen).toEqual([1]);
  });
});

describe('items whose time to live has passed', () => {
  const nowSeconds = 1_000_000;
  const now = () => nowSeconds * 1000;

  test('leave in commits of at most 500, told as the deed of DynamoDB', async () => {
    const { database, put, seen } = await openFollowed(now);
    const sks = Array.from({ length: 1_201 }, (_, index) => String(index));
    await Promise.all(sks.map((sk) => put(sk, { ttl: nowSeconds - 1 })));
    await put('later', { ttl: nowSeconds + 1 });
    await put('text', { ttl: '1' });
    await expect.poll(() => seen.length).toBe(1_203);
    seen.length = 0;
    const left: unknown[] = [];
    const commit = SqliteFile.prototype.commit;
    vi.spyOn(SqliteFile.prototype, 'commit').mockImplementation(function (this: SqliteFile) {
      commit.call(this);
      left.push(this.statement('SELECT count(*) AS items FROM items').get()?.items);
    });

    await database.expire();

    expect(left).toEqual([703, 203, 2]);
    await expect.poll(() => seen.length).toBe(1_201);
    for (const record of seen) {
      expect(record).toMatchObject({
        eventName: 'REMOVE',
        userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
        dynamodb: { OldImage: { ttl: { N: String(nowSeconds - 1) } } },
      });
    }
    const { Items } = await database.perform({ name: 'Scan', input: { TableName: 'sluice' } });
    expect(Items.map(({ sk }: { sk: string }) => sk)).toEqual(['later', 'text']);
  });

  test('leave within a minute', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { put, seen } = await openFollowed(now);
    await put('1', { ttl: nowSeconds - 1 });
    vi.advanceTimersByTime(60_000);
    await sleep(100);
    expect(seen.map(told)).toEqual(['INSERT 1', 'REMOVE 1']);
  });
});
