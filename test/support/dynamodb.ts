import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { createTable } from '../../local/dynamodb-local/create-table.ts';
import { createTableClients } from '../../local/dynamodb-local/table-clients.ts';
import { openEmbeddedDatabase } from '../../local/table/embedded-database.ts';
import { createMemoryTable } from '../../local/table/memory-client.ts';

export interface TestTable {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly table: 'memory' | 'sqlite' | 'dynamodb-local';
  }
}

/** All tests name the same database, so that one can read another's table when it must. */
const databaseKeyId = 'test';

/** Clients of the DynamoDB Local of the test run. */
export function createTestClients(endpoint = inject('dynamoDbEndpoint') ?? '') {
  return createTableClients(endpoint, databaseKeyId);
}

/**
 * Creates an empty table: in memory, in SQLite or in DynamoDB Local, as the test project is configured. It has the same keys
 * and indexes as in AWS but no stream: tests pass its records on themselves.
 */
export async function createTestTable(): Promise<TestTable> {
  const create = { memory: createMemoryTable, sqlite: createSqliteTable, 'dynamodb-local': createLocalTable };
  return create[inject('table')]();
}

async function createSqliteTable(): Promise<TestTable> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-table-'));
  const onFailure = (message: string) => {
    throw new Error(message);
  };
  const database = await openEmbeddedDatabase({ directory, keyId: databaseKeyId, onFailure });
  const tableName = 'sqlite';
  await database.openTable(tableName);
  deletions.push(async () => {
    await database.stop();
    await rm(directory, { recursive: true });
  });
  return { client: database.documents, tableName };
}

async function createLocalTable(): Promise<TestTable> {
  const { client, documents } = createTestClients();
  const tableName = `test-${randomUUID()}`;
  await createTable(client, tableName, { stream: false });
  deletions.push(() => client.send(new DeleteTableCommand({ TableName: tableName })));
  return { client: documents, tableName };
}

/** Deletes the tables that the tests of this file have made so far. */
const deletions: (() => Promise<unknown>)[] = [];

/** With a thousand tables, DynamoDB Local takes five times as long to make another. */
export async function deleteTestTables(): Promise<void> {
  for (const deleteTable of deletions.splice(0)) await deleteTable();
}
