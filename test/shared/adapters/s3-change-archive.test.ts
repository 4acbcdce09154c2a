import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { s3ArchivedChanges, s3ChangeArchive } from '../../../shared/adapters/s3-change-archive.ts';
import type { Change, ChangeArchive, ChangePage } from '../../../shared/ports/change-archive.ts';
import { startBucket, streamArnOf, type TestBucket } from '../../support/archive.ts';

const [streamArn, restoredArn] = [streamArnOf('payments'), streamArnOf('restored')];
const since = Date.parse('2026-11-22T19:30:00.500Z');

let bucket: TestBucket;
let archive: ChangeArchive;

beforeEach(async () => {
  bucket = await startBucket();
  archive = s3ChangeArchive(bucket);
});
afterEach(() => bucket.stop());

const change = (sequenceNumber: number, at = '2026-11-22T19:45:00.000Z'): Change => ({
  at,
  sequenceNumber: String(sequenceNumber),
  event: 'INSERT',
  keys: { pk: { S: 'PAYOUT#org' }, sk: { S: `po_${sequenceNumber}` } },
  newImage: { amount: { N: '12345678901234567890.10' } },
});

const pageOf = (after?: string) => s3ArchivedChanges({ ...bucket, streamArn: restoredArn }).changesSince(since, after);
const numbersOf = ({ changes }: ChangePage) => changes.map(({ sequenceNumber }) => sequenceNumber);

describe('a batch of changes', () => {
  test('is one object of JSON lines, as they were: numbers stay text', async () => {
    const changes = [change(7), change(8)];
    await archive.add(streamArn, changes);
    const [key = '', ...others] = await bucket.keys();
    expect(others).toEqual([]);
    const [first, last] = ['7', '8'].map((number) => number.padStart(40, '0'));
    const name = `payments@2026-01-01T00-00-00.000/${first}-${last}-[0-9a-f]{16}.jsonl.gz`;
    expect(key).toMatch(new RegExp(`^changes/2026/11/22/19/${name}$`));
    expect((await bucket.lines(key)).map((line) => JSON.parse(line))).toEqual(changes);
  });

  test('that is offered again becomes the same object', async () => {
    for (let time = 0; time < 2; time += 1) await archive.add(streamArn, [change(7), change(8)]);
    expect(await bucket.keys()).toHaveLength(1);
  });

  test('that was cut differently when it was offered again takes nothing from the first, and gives each change once', async () => {
    const all = [1, 2, 3, 4].map((number) => change(number));
    await archive.add(streamArn, all);
    await archive.add(streamArn, all.slice(0, 2));
    await archive.add(streamArn, all.slice(2));
    expect(await bucket.keys()).toHaveLength(3);
    expect(numbersOf(await pageOf()).sort()).toEqual(['1', '2', '3', '4']);
  });

  test('with the same sequence numbers from another stream is another object', async () => {
    await archive.add(streamArn, [change(7)]);
    await archive.add(restoredArn, [change(7)]);
    const { changes } = await pageOf();
    expect(changes.map(({ stream }) => stream)).toEqual([
      'payments@2026-01-01T00-00-00.000',
      'restored@2026-01-01T00-00-00.000',
    ]);
    expect(s3ArchivedChanges({ ...bucket, streamArn: restoredArn }).streamInUse).toBe(changes[1]?.stream);
  });

  test('of no changes is no object', async () => {
    await archive.add(streamArn, []);
    expect(await bucket.keys()).toEqual([]);
  });

  test('is an error where the bucket does not take it, so that it is offered again', async () => {
    await expect(s3ChangeArchive({ ...bucket, bucket: 'nowhere' }).add(streamArn, [change(1)])).rejects.toThrow();
  });
});

describe('changes since a time', () => {
  test('are those of its second and later, also where their batch began before', async () => {
    await archive.add(streamArn, [
      change(1, '2026-11-22T17:00:00.000Z'),
      change(2, '2026-11-22T19:29:59.000Z'),
      change(3, '2026-11-22T19:30:00.000Z'),
      change(4, '2026-11-22T23:00:00.000Z'),
    ]);
    await archive.add(streamArn, [change(0, '2026-11-22T18:59:59.000Z')]);
    expect(numbersOf(await pageOf())).toEqual(['3', '4']);
  });

  test('come in pages, in the order of their numbers', async () => {
    const numbers = Array.from({ length: 130 }, (_, index) => index + 5);
    await Promise.all(numbers.map((number) => archive.add(streamArn, [change(number)])));
    const first = await pageOf();
    const second = await pageOf(first.next);
    expect(first.changes.length).toBeLessThan(130);
    expect([...numbersOf(first), ...numbersOf(second)]).toEqual(numbers.map(String));
    expect(second.next).toBeUndefined();
  });

  test('of a page end after the batches that fill it', async () => {
    for (let batch = 0; batch < 6; batch += 1) {
      const changes = Array.from({ length: 400 }, (_, index) => change(batch * 400 + index + 1));
      await archive.add(streamArn, changes);
    }
    const first = await pageOf();
    expect(first.changes).toHaveLength(1_600);
    const second = await pageOf(first.next);
    expect([second.changes.length, second.next]).toEqual([800, undefined]);
  });

  test('are told of although one object cannot be understood, which is named', async () => {
    const broken = 'changes/2026/11/22/19/payments/1-1-0.jsonl.gz';
    await bucket.put(broken, Buffer.from('no gzip'));
    await archive.add(streamArn, [change(7)]);
    const page = await pageOf();
    expect([numbersOf(page), page.unreadable]).toEqual([['7'], [broken]]);
  });

  test('are none in an empty archive', async () => {
    expect(await pageOf()).toEqual({ changes: [], unreadable: [] });
  });
});
