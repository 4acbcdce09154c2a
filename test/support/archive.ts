import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { buildApp } from 'fauxqs';

export type TestBucket = Awaited<ReturnType<typeof startBucket>>;

/** An empty bucket behind the real protocol of S3. */
export async function startBucket(bucket = 'archive') {
  const app = buildApp({ logger: false });
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const config = { endpoint, credentials, region: 'us-east-1', forcePathStyle: true };
  const client = new S3Client(config);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    bucket,
    config,
    async keys(): Promise<string[]> {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }));
      return Contents.map(({ Key = '' }) => Key);
    },
    async put(Key: string, Body: Uint8Array): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    },
    /** The lines of an object. */
    async lines(Key: string): Promise<string[]> {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
      const text = gunzipSync((await Body?.transformToByteArray()) ?? '').toString();
      return text.split('\n').filter((line) => line !== '');
    },
    async stop(): Promise<void> {
      client.destroy();
      await app.close();
    },
  };
}

export function streamArnOf(tableName: string): string {
  return `arn:aws:dynamodb:eu-west-1:123456789012:table/${tableName}/stream/2026-01-01T00:00:00.000`;
}

type Stored = Readonly<Record<string, unknown>>;

interface Told {
  readonly streamArn: string;
  /** Milliseconds. */
  readonly at: number;
  /** Of the first record; the others follow. */
  readonly sequenceNumber?: bigint;
}

/** What a table's stream tells of what happened between two snapshots of its items. */
export function streamEventOf(
  before: readonly Stored[],
  after: readonly Stored[],
  { streamArn, at, sequenceNumber = 100_000_000_000_000_000_001n }: Told,
): DynamoDBStreamEvent {
  const identityOf = ({ pk, sk }: Stored) => `${pk}\n${sk}`;
  const [old, young] = [before, after].map((items) => new Map(items.map((item) => [identityOf(item), item])));
  const identities = [...new Set([...(old?.keys() ?? []), ...(young?.keys() ?? [])])];
  const changed = identities.filter((one) => !isDeepStrictEqual(old?.get(one), young?.get(one)));
  const records = changed.map((one, index): DynamoDBRecord => {
    const [oldItem, newItem] = [old?.get(one), young?.get(one)];
    const { pk, sk } = (newItem ?? oldItem) as Stored;
    return {
      eventName: oldItem ? (newItem ? 'MODIFY' : 'REMOVE') : 'INSERT',
      eventSourceARN: streamArn,
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(at / 1000),
        SequenceNumber: String(sequenceNumber + BigInt(index)),
        Keys: image({ pk, sk }),
        ...(newItem && { NewImage: image(newItem) }),
        ...(oldItem && { OldImage: image(oldItem) }),
      },
    };
  });
  return { Records: records };
}

function image(item: Stored) {
  return marshall(item, { removeUndefinedValues: true }) as Record<string, never>;
}
