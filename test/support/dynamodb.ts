import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { createTableClients } from '../../local/clients.ts';
import { createTable } from '../../local/create-table.ts';

export interface TestTable {
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** Tests share one database, so that each can look at another's table when it must. */
const databaseKeyId = 'test';

/** Clients of the run's database. */
export function createTestClients(endpoint = inject('dynamoDbEndpoint')) {
  return createTableClients(endpoint, databaseKeyId);
}

/** An empty table of its own, as in AWS: same keys and indexes. No stream: tests hand over its records themselves. */
export async function createTestTable(endpoint = inject('dynamoDbEndpoint')): Promise<TestTable> {
  const { client, documents } = createTestClients(endpoint);
  const tableName = `test-${randomUUID()}`;
  await createTable(client, tableName, { stream: false });
  return { client: documents, tableName };
}
