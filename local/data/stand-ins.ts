import { rmSync } from 'node:fs';
import { localRegion } from '../queues/clients.ts';
import type { Queueing } from '../queues/queueing.ts';
import type { DataDirectory } from './data-directory.ts';
import { writePrivateFile } from './files.ts';

/** The replacements for AWS in a running stack; the content of `stand-ins.json`. */
export interface StandIns {
  readonly region: string;
  readonly tableName: string;
  /** The table in which the sandbox's rail remembers. */
  readonly railTableName: string;
  readonly dynamoDb: string;
  /** The access key id that names the stack's database in DynamoDB Local. */
  readonly databaseKeyId: string;
  readonly sqs: string;
  /** Queue addresses by kind of due work. */
  readonly queueUrls: Readonly<Record<string, string>>;
}

interface Running {
  readonly databaseEndpoint: string;
  readonly tableName: string;
  readonly railTableName: string;
  readonly queues: Pick<Queueing, 'endpoint' | 'queues'>;
}

/** The replacements of the previous stack no longer exist. */
export function removeStandIns({ standIns }: Pick<DataDirectory, 'standIns'>): void {
  rmSync(standIns, { force: true });
}

/** Describes where functions that run outside the stack, such as with `sam local`, find the table and the queues. */
export function writeStandIns(
  data: DataDirectory,
  { databaseEndpoint, tableName, railTableName, queues }: Running,
): void {
  // The host of a queue's address does not resolve.
  const reached = ({ url }: { readonly url: string }) => queues.endpoint + new URL(url).pathname;
  const standIns: StandIns = {
    region: localRegion,
    tableName,
    railTableName,
    dynamoDb: databaseEndpoint,
    databaseKeyId: data.secrets.databaseKeyId,
    sqs: queues.endpoint,
    queueUrls: Object.fromEntries([...queues.queues].map(([kind, queue]) => [kind, reached(queue)])),
  };
  writePrivateFile(data.standIns, `${JSON.stringify(standIns, null, 2)}\n`);
}
