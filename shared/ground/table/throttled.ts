import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { KeysLeftUnread } from './calls/keys-left-unread.ts';

const throttlings = new Set(['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException']);

/**
 * Whether the table refused a call because it is overloaded. The SDK has already repeated the call by then. A
 * transaction that is canceled for this reason counts as a lost race instead.
 */
export function isThrottled(error: unknown): boolean {
  if (error instanceof KeysLeftUnread) return true;
  return error instanceof DynamoDBServiceException && throttlings.has(error.name);
}
