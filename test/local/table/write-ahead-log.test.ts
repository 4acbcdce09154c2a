import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { openEmbeddedDatabase, tableFileName } from '../../../local/table/embedded-database.ts';

const TableName = 'log';
const rows = 12_000;
const atOnce = 50;
/** A thousand pages of 4 KB, and the commit that goes beyond them. */
const mostBytes = 6_000_000;

test('the write-ahead log stays small however much is written, with pages of a query in between', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-log-'));
  const onFailure = (message: string) => expect.unreachable(message);
  const database = await openEmbeddedDatabase({ directory, keyId: 'test', onFailure });
  onTestFinished(async () => {
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  await database.openTable(TableName);
  let ExclusiveStartKey: Record<string, string> | undefined;
  for (let written = 0; written < rows; written += atOnce) {
    await Promise.all(Array.from({ length: atOnce }, () => database.documents.send(new PutCommand(row()))));
    // The rest of the page stays unread. A statement that it left open would keep the log from being moved into the file.
    const page = await database.documents.send(new QueryCommand({ ...firstRows, ExclusiveStartKey }));
    ExclusiveStartKey = page.LastEvaluatedKey;
  }
  expect(statSync(join(directory, tableFileName)).size).toBeGreaterThan(mostBytes);
  expect(statSync(join(directory, `${tableFileName}-wal`)).size).toBeLessThan(mostBytes);
});

function row() {
  return { TableName, Item: { pk: 'rows', sk: randomUUID(), data: randomBytes(400).toString('hex') } };
}

const firstRows = {
  TableName,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': 'rows' },
  Limit: 10,
};
