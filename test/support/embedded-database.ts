import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openEmbeddedDatabase, tableFileName } from '../../local/table/embedded-database.ts';

interface Options {
  /** A new directory of the test's own unless given. */
  readonly directory?: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** An embedded database with one table, for the time of a test. */
export async function openTestDatabase({ directory = testDirectory(), now }: Options = {}) {
  const failures: string[] = [];
  const keyId = 'test';
  const onFailure = (message: string) => void failures.push(message);
  const database = await openEmbeddedDatabase({ directory, keyId, onFailure, ...(now && { now }) });
  const tableName = 'sluice';
  await database.openTable(tableName);
  let isOpen = true;
  const close = async () => {
    if (isOpen) await database.stop();
    isOpen = false;
  };
  onTestFinished(close);
  return { database, tableName, keyId, directory, file: join(directory, tableFileName), failures, close };
}

/** A directory for the time of a test. */
export function testDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-table-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
