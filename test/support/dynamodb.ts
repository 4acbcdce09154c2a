import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { createTableClients } from '../../local/clients.ts';
import { createTable } from '../../local/create-table.ts';
import { createMemoryTable } from '../../local/table/memory-client.ts';

export interface TestTable {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly table: 'memory' | 'dynamodb-local';
  }
}

/** All tests name the same database, so that one can read another's table when it must. */
const databaseKeyId = 'test';

/** Clients of the DynamoDB Local of the test run. */
export function createTestClients(endpoint = inject('dynamoDbEndpoint')) {
  return createTableClients(endpoint, databaseKeyId);
}

/**
 * Creates an empty table, in memory or in DynamoDB Local, as the test project is configured. It has the same keys and
 * indexes as in AWS but no stream: tests pass its records on themselves.
 */
export async function createTestTable(): Promise<TestTable> {
  return inject('table') === 'memory' ? createMemoryTable() : createLocalTable();
}

async function createLocalTable(): Promise<TestTable> {
  const { client, documents } = createTestClients();
  const tableName = `test-${randomUUID()}`;
  await createTable(client, tableName, { stream: false });
  made.push({ client, tableName });
  return { client: documents, tableName };
}

/** The tables that the tests of this file have made so far. */
const made: { readonly client: DynamoDBClient; readonly tableName: string }[] = [];

/** Deletes them: with a thousand tables, DynamoDB Local takes five times as long to make another. */
export async function deleteTestTables(): Promise<void> {
  for (const { client, tableName } of made.splice(0))
    await client.send(new DeleteTableCommand({ TableName: tableName }));
}
