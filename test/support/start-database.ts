import type { TestProject } from 'vitest/node';
import { startDynamoDbLocal } from '../../local/dynamodb-local/dynamodb-local.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Absent in projects that play without DynamoDB Local. */
    readonly dynamoDbEndpoint?: string;
  }
}

/** One database, in memory, for all projects of a run that need one; every test makes a table of its own in it. */
export default async function startDatabase({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = vitest.getRootProject();
  if (run.getProvidedContext().dynamoDbEndpoint) return;
  const database = await startDynamoDbLocal({ endures: true });
  run.provide('dynamoDbEndpoint', database.endpoint);
  return database.stop;
}
