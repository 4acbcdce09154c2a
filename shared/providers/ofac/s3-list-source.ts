import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { attemptMs, boundClient } from '../../ground/aws/bound-client.ts';
import type { AttemptLimit } from '../../ground/aws/bound-handler.ts';
import { checkFileSize, type ListSource, ofEachFile } from './list-source.ts';

/** A file has several megabytes. All files must be read within the ten seconds that a function can run. */
const fileAttemptMs = 3_000;
const attemptLimit: AttemptLimit = ({ method }) => (method === 'GET' ? fileAttemptMs : attemptMs);
const maxAttempts = 2;

/**
 * The list in a bucket, below a prefix. Reading it needs `s3:GetObject` on the files and nothing else.
 * @param prefix with its slash, or empty: `ofac/` for `ofac/SDN.CSV`
 * @param config settings of the client, if the bucket is not reached in the same way as from Lambda
 */
export function s3ListSource(bucket: string, prefix: string, config: S3ClientConfig = {}): ListSource {
  let client: S3Client | undefined;

  // Loaded when needed: bundles do not contain the client, because Lambda provides it (`lib/build-functions.ts`).
  async function connect() {
    const { S3Client: Client, ...commands } = await import('@aws-sdk/client-s3');
    client ??= boundClient(new Client({ maxAttempts, ...config }), attemptLimit);
    return { client, commands };
  }

  /** The current ETag of the object. An object that is too large to be the list is refused. */
  async function tagOf(name: string): Promise<string> {
    const { client, commands } = await connect();
    const input = { Bucket: bucket, Key: prefix + name };
    const { ETag, ContentLength } = await client.send(new commands.HeadObjectCommand(input));
    checkFileSize(name, ContentLength);
    if (!ETag) throw new Error(`${name} has no ETag`);
    return ETag;
  }

  async function bytesOf(name: string): Promise<Uint8Array> {
    const { client, commands } = await connect();
    const input = { Bucket: bucket, Key: prefix + name, IfMatch: await tagOf(name) };
    const { Body } = await client.send(new commands.GetObjectCommand(input));
    if (!Body) throw new Error(`${name} has no content`);
    return Body.transformToByteArray();
  }

  return {
    version: async () => Object.values(await ofEachFile(tagOf)).join(' '),
    read: () => ofEachFile(bytesOf),
  };
}
