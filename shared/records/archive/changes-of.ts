import type { DynamoDBRecord } from 'aws-lambda';
import { timestamp } from '../../ground/time/clock.ts';
import type { Change } from '../../ports/change-archive.ts';

/**
 * Sort keys of the rows that are not archived: used nonces, rate counters, and turns, which are worthless after minutes
 * and make up a large part of all writes. Everything else is archived, including what a later release adds. No other
 * row has one of these words as its sort key.
 */
export const leftOut: readonly string[] = ['NONCE', 'RATE', 'TURNS'];

/**
 * The form of a stream batch for the archive. Never throws: an incomplete record is archived with what it has, because
 * a record that failed would block its shard for a day.
 *
 * @param now used as the time of a record that has none, milliseconds
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
  // There are no dates beyond it.
  return timestamp(Math.abs(ms) <= 8.64e15 ? ms : now);
}
