import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { defineWorker, type Worker } from '../../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../../shared/ports/runtime.ts';
import { openTestDatabase } from '../../support/embedded-database.ts';
import { descriptorsOf, holdsLock } from '../../support/file-locks.ts';

const onLinux = process.platform === 'linux';
const log = { debug() {}, info() {}, warn() {}, error() {} };
const runtime = { clock: Date.now, log } as unknown as WholeRuntime;
const worker = defineWorker({
  name: 'stream',
  trigger: { type: 'table-stream' },
  timeoutSeconds: 5,
  handle: async () => {},
}) as Worker;

describe.runIf(onLinux)('the lock of the file', () => {
  test('is held from the start to the stop, whatever the table does', async () => {
    const { database, tableName: TableName, file, close } = await openTestDatabase();
    const isHeld = () => holdsLock(process.pid, file);
    expect(isHeld()).toBe(true);
    const stream = await database.followStream(TableName, worker, runtime);
    const text = 'x'.repeat(300_000);
    // Twelve megabytes: more than the log holds before a checkpoint.
    for (let n = 0; n < 40; n++) {
      await database.documents.send(new PutCommand({ TableName, Item: { pk: 'p', sk: String(n), text, ttl: 1 } }));
    }
    expect(isHeld()).toBe(true);
    await database.documents.send(new ScanCommand({ TableName }));
    await database.expire();
    expect(database.check()).toEqual([]);
    await database.openTable('another');
    await stream.stop();
    expect(isHeld()).toBe(true);
    for (const name of [file, `${file}-wal`]) expect(descriptorsOf(process.pid, name)).toBe(1);
    await close();
    for (const name of [file, `${file}-wal`]) expect(descriptorsOf(process.pid, name)).toBe(0);
  });

  test('is still held after another database of this process is stopped, and after another process has read the file', async () => {
    const { file } = await openTestDatabase();
    const other = await openTestDatabase();
    await other.close();
    execFileSync('cp', [file, '/dev/null']);
    expect(holdsLock(process.pid, file)).toBe(true);
  });

  test('is lost when this process opens the file by itself, which is why it never does', async () => {
    const { file } = await openTestDatabase();
    readFileSync(file);
    expect(holdsLock(process.pid, file)).toBe(false);
  });
});
