import type { DynamoDBRecord } from 'aws-lambda';
import { timestamp } from '../../ground/time/clock.ts';
import type { Change } from '../../ports/change-archive.ts';

/**
 * Sort keys of the rows that are not archived: used nonces, counters of rates, and turns, which are worth nothing after
 * minutes and are a large part of all writes. Everything else is archived, also what a later release adds. No other row
 * has one of these words as its sort key.
 */
export const leftOut: readonly string[] = ['NONCE', 'RATE', 'TURNS'];

/**
 * What a batch of the stream is to the archive. Never throws: a record that lacks something is archived with what it
 * has, because one that failed would keep its shard from the archive for a day.
 *
 * @param now stands for the time of a record that tells none, milliseconds
 */
export function changesOf(records: readonly DynamoDBRecord[], now: number): Change[] {
  return records
    .filter(({ dynamodb }) => !leftOut.includes(dynamodb?.Keys?.sk?.S ?? ''))
    .map(({ eventName, dynamodb = {} }) => ({
      at: timeOf(dynamodb.ApproximateCreationDateTime, now),
      sequenceNumber: dynamodb.SequenceNumber ?? '',
      event: eventName ?? '',
      keys: dynamodb.Keys ?? {},
      newImage: dynamodb.NewImage,
      oldImage: dynamodb.OldImage,
    }));
}

function timeOf(seconds: number | undefined, now: number): string {
  const ms = Math.floor(seconds ?? Number.NaN) * 1000;
  // Beyond it there is no date.
  return timestamp(Math.abs(ms) <= 8.64e15 ? ms : now);
}
