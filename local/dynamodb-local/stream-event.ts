import type { AttributeValue as SdkValue, _Record as StreamsRecord } from '@aws-sdk/client-dynamodb-streams';
import type { AttributeValue, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/** The event that Lambda would get for these records: plain JSON, binary as base64, times in seconds. */
export function streamEvent(records: readonly StreamsRecord[], eventSourceARN: string): DynamoDBStreamEvent {
  return { Records: records.map((record) => streamRecord(record, eventSourceARN)) };
}

function streamRecord(record: StreamsRecord, eventSourceARN: string): DynamoDBRecord {
  const { dynamodb = {} } = record;
  return {
    eventID: record.eventID,
    eventName: record.eventName,
    eventVersion: record.eventVersion,
    eventSource: record.eventSource,
    awsRegion: record.awsRegion,
    eventSourceARN,
    dynamodb: {
      ApproximateCreationDateTime: (dynamodb.ApproximateCreationDateTime?.getTime() ?? 0) / 1000,
      ...(dynamodb.Keys && { Keys: image(dynamodb.Keys) }),
      ...(dynamodb.NewImage && { NewImage: image(dynamodb.NewImage) }),
      ...(dynamodb.OldImage && { OldImage: image(dynamodb.OldImage) }),
      SequenceNumber: dynamodb.SequenceNumber,
      SizeBytes: dynamodb.SizeBytes,
      StreamViewType: dynamodb.StreamViewType,
    },
  };
}

function image(item: Record<string, SdkValue>): Record<string, AttributeValue> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, jsonValue(value)]));
}

function jsonValue(value: SdkValue): AttributeValue {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(jsonValue) };
  if (value.M !== undefined) return { M: image(value.M) };
  // Text, numbers, sets of these, booleans and null are already JSON.
  return value as AttributeValue;
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
