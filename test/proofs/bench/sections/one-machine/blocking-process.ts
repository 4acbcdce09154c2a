import { randomBytes, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Histogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { openEmbeddedDatabase, tableFileName } from '../../../../../local/table/embedded-database.ts';
import { SqliteFile } from '../../../../../local/table/sqlite/sqlite-file.ts';
import { percentile, round } from '../../statistics.ts';
import type { TableFigures } from './blocking.ts';

/**
 * The embedded table alone, written to by many callers, and then left by all that expires:
 * `node blocking-process.ts DIRECTORY SECONDS [CHECKPOINT_PAGES]`.
 */
const [directory = '', seconds = '10', checkpointPages] = process.argv.slice(2);
const TableName = 'sluice';
/** As many as the gateway and the workers have under way. */
const callers = 16;
/** Rows of a payout in partitions that grow at their end, and those that have a partition each. */
const appended = 6;
const scattered = 4;
/** Without the keys, like a payout's rows. */
const itemBytes = 600;
/** Later than all that a history keeps for a time. */
const laterMs = 100 * 24 * 60 * 60 * 1000;
/** What the process did before belongs to nobody's stall. */
const settleMs = 200;

let aheadMs = 0;
const commits = timeCommits();
const database = await openEmbeddedDatabase({
  directory,
  keyId: 'bench',
  now: () => Date.now() + aheadMs,
  onFailure: (message) => {
    throw new Error(message);
  },
  ...(checkpointPages !== undefined && { checkpointPages: Number(checkpointPages) }),
});
await database.openTable(TableName);
await database.openTable('sluice-sandbox-payments');

const writing = await watch(write);
const writeCommits = commits.splice(0);
const walMb = round(statSync(join(directory, `${tableFileName}-wal`)).size / 1e6, 1);
aheadMs = laterMs;
const expiring = await watch(() => database.expire());
const figures: TableFigures = {
  transactions: writing.result,
  commitP50Ms: round(percentile(writeCommits, 0.5)),
  commitP99Ms: round(percentile(writeCommits, 0.99)),
  commitMaxMs: round(Math.max(...writeCommits), 1),
  stallP50Ms: inMs(writing.delay.percentile(50)),
  stallP99Ms: inMs(writing.delay.percentile(99)),
  stallMaxMs: inMs(writing.delay.max),
  expired: expiring.result,
  expiryStallMaxMs: inMs(expiring.delay.max),
  walMb,
};
await database.stop();
if (process.send) process.send(figures);
else console.log(figures);

/** Milliseconds of each commit, as they come. */
function timeCommits(): number[] {
  const times: number[] = [];
  const { commit } = SqliteFile.prototype;
  SqliteFile.prototype.commit = function timed() {
    const begunAt = performance.now();
    commit.call(this);
    times.push(performance.now() - begunAt);
  };
  return times;
}

async function watch<T>(act: () => Promise<T>): Promise<{ readonly result: T; readonly delay: Histogram }> {
  await sleep(settleMs);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const result = await act();
  delay.disable();
  return { result, delay };
}

/** @returns how many transactions were made */
async function write(): Promise<number> {
  const endAt = performance.now() + Number(seconds) * 1000;
  let made = 0;
  const call = async () => {
    while (performance.now() < endAt) {
      await database.documents.send(new TransactWriteCommand({ TransactItems: transaction() }));
      made += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  return made;
}

function transaction() {
  const sk = `${Date.now()}#${randomUUID()}`;
  const keys = [
    ...Array.from({ length: appended }, (_, index) => ({ pk: `APPENDED#${index}`, sk })),
    ...Array.from({ length: scattered }, () => ({ pk: `SCATTERED#${randomUUID()}`, sk: 'ROW' })),
  ];
  return keys.map((key) => ({
    Put: {
      TableName,
      Item: { ...key, data: randomBytes(itemBytes / 2).toString('hex') },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }));
}

function inMs(nanoseconds: number): number {
  return round(nanoseconds / 1e6, 1);
}
