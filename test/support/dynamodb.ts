import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { createTableClients } from '../../local/clients.ts';
import { createTable } from '../../local/create-table.ts';
import { createMemoryTable } from '../memory-table/memory-client.ts';

export interface TestTable {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly table: 'memory' | 'dynamodb-local';
  }
}

/** Tests share one database, so that each can look at another's table when it must. */
const databaseKeyId = 'test';

/** Clients of the run's DynamoDB Local. */
export function createTestClients(endpoint = inject('dynamoDbEndpoint')) {
  return createTableClients(endpoint, databaseKeyId);
}

/**
 * An empty table of its own, where the project's tests have theirs: same keys and indexes as in AWS. No stream: tests hand over
 * its records themselves.
 */
export async function createTestTable(): Promise<TestTable> {
  return inject('table') === 'memory' ? createMemoryTable() : createLocalTable();
}

async function createLocalTable(): Promise<TestTable> {
  const { client, documents } = createTestClients();
  const tableName = `test-${randomUUID()}`;
  await createTable(client, tableName, { stream: false });
  return { client: documents, tableName };
}
