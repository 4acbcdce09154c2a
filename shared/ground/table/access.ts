import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { retryLostRace } from './retry-lost-race.ts';

/** What every call to the table is made with. */
export interface TableAccess {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  /** After an attempt that lost a race, the first of them 1. */
  readonly pause: (attempt: number) => Promise<void>;
}

export const conflictAttempts = 10;
export const conflictPauseMs = 10;

/**
 * A transaction that reads, and a write that stands alone, are refused while a transaction that writes the same items is
 * under way: soon it is not. The SDK does not repeat them by itself.
 */
export function againstConflicts<T>({ pause }: TableAccess, send: () => Promise<T>): Promise<T> {
  return retryLostRace(send, { attempts: conflictAttempts, pause });
}
