import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { retryLostRace } from '../retry-lost-race.ts';

/** Everything that a call to the table needs. */
export interface TableAccess {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  /** Waits after an attempt that lost a race. The first attempt is 1. */
  readonly pause: (attempt: number) => Promise<void>;
}

export const conflictAttempts = 10;
export const conflictPauseMs = 10;

/**
 * Repeats calls that DynamoDB refuses because a transaction is writing the same items: a transactional read, or a
 * single write. The SDK does not repeat them by itself.
 */
export function retryConflicts<T>({ pause }: TableAccess, send: () => Promise<T>): Promise<T> {
  return retryLostRace(send, { attempts: conflictAttempts, pause });
}
