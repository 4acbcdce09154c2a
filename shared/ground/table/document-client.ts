import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { attemptMs } from '../aws/bound-client.ts';
import type { AttemptLimit } from '../aws/bound-handler.ts';

/** A transaction takes several times as long as another call, and longer when its items are contended. */
const transactionAttemptMs = 2_000;

/** How long an attempt of a call to the table may take. */
export const tableAttemptLimit: AttemptLimit = ({ headers }) =>
  /\.Transact/.test(headers['x-amz-target'] ?? '') ? transactionAttemptMs : attemptMs;

/** The client that accepts and returns plain JavaScript values. It omits undefined fields. */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  // The logger prepares an entry for each call although nothing is logged, which takes five percent of the CPU time of
  // a payout.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
