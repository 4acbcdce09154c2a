import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { boundClient } from '../ground/aws/bound-client.ts';
import { sha256Hex } from '../ground/signatures/canonical.ts';
import type { ArchivedChange, ArchivedChanges, Change, ChangeArchive, ChangePage } from '../ports/change-archive.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Objects are stored below this prefix, by the hour. */
const root = 'changes/';
/** An object is a batch of at most 6 MB, as Lambda's events are. */
const attemptMs = 10_000;
const maxAttempts = 4;
/**
 * Images are escaped less in an object than in a Lambda event, so an object is smaller. A much larger object is not
 * ours.
 */
const maxObjectBytes = 32 * 1024 * 1024;
const objectsPerPage = 100;
/** No further object is read for a page once it has this many changes. */
const changesPerPage = 1_000;
/** Objects read at the same time. */
const readAtOnce = 4;

interface Options {
  readonly bucket: string;
  /** Settings of the client, if the bucket is reached in another way than from Lambda. */
  readonly config?: S3ClientConfig | undefined;
}

/** The archive in a bucket: one object per batch, as JSON lines under gzip. */
export function s3ChangeArchive({ bucket, config }: Options): ChangeArchive {
  const connect = connection(config);
  return {
    async add(streamArn, changes) {
      if (changes.length === 0) return;
      const { client, commands } = await connect();
      const lines = changes.map((change) => `${JSON.stringify(change)}\n`).join('');
      const Key = objectKey(streamName(streamArn), changes, lines);
      const input = { Bucket: bucket, Key, Body: await pack(lines), ContentType: 'application/gzip' };
      await client.send(new commands.PutObjectCommand(input));
    },
  };
}

/**
 * Reads the archive in a bucket.
 * @param streamArn of the table that the stage currently uses
 */
export function s3ArchivedChanges({ bucket, config, streamArn }: Options & { readonly streamArn: string }) {
  const connect = connection(config);

  async function read(key: string): Promise<ArchivedChange[] | undefined> {
    const { client, commands } = await connect();
    const { Body } = await client.send(new commands.GetObjectCommand({ Bucket: bucket, Key: key }));
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    return parse(key, bytes);
  }

  async function changesSince(sinceMs: number, after?: string): Promise<ChangePage> {
    const { client, commands } = await connect();
    const { Contents = [], IsTruncated } = await client.send(
      new commands.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: root,
        StartAfter: after ?? hourFolder(new Date(sinceMs).toISOString()),
        MaxKeys: objectsPerPage,
      }),
    );
    const keys = Contents.flatMap(({ Key }) => Key ?? []);
    const found = new Map<string, ArchivedChange>();
    const unreadable: string[] = [];
    let examined = 0;
    while (examined < keys.length && found.size < changesPerPage) {
      const names = keys.slice(examined, examined + readAtOnce);
      const objects = await Promise.all(names.map(read));
      unreadable.push(...names.filter((_, index) => objects[index] === undefined));
      const changes = objects
        .flatMap((object) => object ?? [])
        .filter(({ at }) => Date.parse(at) >= wholeSecond(sinceMs));
      for (const change of changes) found.set(identityOf(change), change);
      examined += names.length;
    }
    const next = IsTruncated || examined < keys.length ? keys[examined - 1] : undefined;
    return { changes: [...found.values()], unreadable, ...(next !== undefined && { next }) };
  }

  return { streamInUse: streamName(streamArn), changesSince } satisfies ArchivedChanges;
}

function connection(config: S3ClientConfig = {}) {
  let client: S3Client | undefined;
  // Loaded on demand: bundles omit the client, and Lambda provides it (`lib/build-functions.ts`).
  return async () => {
    const { S3Client: Client, ...commands } = await import('@aws-sdk/client-s3');
    client ??= boundClient(new Client({ maxAttempts, ...config }), () => attemptMs);
    return { client, commands };
  };
}

/**
 * `changes/2026/11/22/19/<stream>/<first>-<last>-<hash>.jsonl.gz`. The hour is that of the latest change, so that
 * reading from an hour on misses nothing. The hash is of the content: a batch that is delivered again becomes the same
 * object, and a batch with other boundaries becomes another one without removing the first. All sequence numbers have
 * the same width, so that names sort correctly.
 */
function objectKey(stream: string, changes: readonly Change[], lines: string): string {
  const latest = changes.map(({ at }) => at).reduce((one, other) => (one > other ? one : other));
  const [first, last] = [changes[0], changes.at(-1)].map((change) => sequence(change?.sequenceNumber ?? ''));
  return `${hourFolder(latest)}${stream}/${first}-${last}-${sha256Hex(lines).slice(0, 16)}.jsonl.gz`;
}

/** `2026-11-22T19:26:55.000Z` -> `changes/2026/11/22/19/`. */
function hourFolder(at: string): string {
  return `${root}${at.slice(0, 13).replace(/\D/g, '/')}/`;
}

/** Sequence numbers have up to 40 digits. */
function sequence(number: string): string {
  return number.replace(/\D/g, '').padStart(40, '0');
}

/** `arn:…:table/payments/stream/2026-11-22T19:26:55.000` -> `payments@2026-11-22T19-26-55.000`. */
function streamName(arn: string): string {
  const [, table = arn, time = ''] = /:table\/([^/]+)\/stream\/(.+)$/.exec(arn) ?? [];
  return `${table}@${time}`.replace(/[^\w.@-]/g, '-');
}

/** The stream's name has whole seconds, so a change with the same second may have been made later. */
function wholeSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

/** A batch that is delivered again with other boundaries contains the same changes. */
function identityOf({ stream, sequenceNumber, keys }: ArchivedChange): string {
  return JSON.stringify([stream, sequenceNumber, keys]);
}

async function parse(key: string, bytes: Uint8Array): Promise<ArchivedChange[] | undefined> {
  const stream = key.split('/').at(-2) ?? '';
  try {
    const lines = (await unpack(bytes, { maxOutputLength: maxObjectBytes })).toString();
    return lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ ...(JSON.parse(line) as Change), stream }));
  } catch {
    return undefined;
  }
}
