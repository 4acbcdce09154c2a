import type { TestProject } from 'vitest/node';
import { startDynamoDbLocal } from '../../local/dynamodb-local.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly dynamoDbEndpoint: string;
  }
}

/** One database, in memory, for the whole run of a quarter of an hour; every test makes a table of its own in it. */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const database = await startDynamoDbLocal({ endures: true });
  project.provide('dynamoDbEndpoint', database.endpoint);
  return database.stop;
}
