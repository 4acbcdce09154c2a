import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The client that takes and returns plain JavaScript values. It leaves undefined fields out. */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  // The logger prepares an entry for each call although nothing is logged: five percent of the CPU time of a payout.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
