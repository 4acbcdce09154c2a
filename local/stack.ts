import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LocalChain } from './chain/prepare-chain.ts';
import {
  type DatabaseKind,
  type DataDirectory,
  openDataDirectory,
  refuseUsedDirectory,
} from './data/data-directory.ts';
import type { Database, DatabaseOptions } from './data/database.ts';
import { explainDiskError, lowDiskSpaceError } from './data/disk-failure.ts';
import type { LiveQuickstart } from './data/quickstart.ts';
import { checkAddress } from './gateway/address.ts';
import { createCleanup, together } from './process/cleanup.ts';
import { ignoreAwsSettings } from './process/ignore-aws-settings.ts';
import { openLog } from './process/log.ts';

export interface StackOptions {
  readonly host: string;
  /** 0 uses any free port. */
  readonly port: number;
  readonly dataDirectory: string;
  /** Defaults to the embedded table. */
  readonly database?: DatabaseKind | undefined;
  readonly fresh?: boolean;
  /** Requests per minute and credential. Also raises the limit of a source address. */
  readonly rateLimit?: number | undefined;
  /** Sends no payouts and requests no statuses. */
  readonly railsFrozen?: boolean;
  readonly batchesFrozen?: boolean;
  /** The address of a development chain's node, on which a live organization funds its payouts. */
  readonly chain?: string | undefined;
  /** Does not show requests. */
  readonly quiet?: boolean;
  /** Shows a line to the developer. */
  readonly terminal?: (line: string) => void;
  /** Called when the stack cannot continue. The caller must still stop it. */
  readonly onFailure?: (message: string) => void;
}

export interface Stack {
  /** With the API's path. */
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly apiKeyId: string;
  /** The live organization of a stack with a development chain, and the file that describes it. */
  readonly live?: { readonly file: string; readonly organizationId: string; readonly chain: LiveQuickstart['chain'] };
  /** The data has a development chain, but this start did not name a node. */
  readonly lacksItsChain: boolean;
  /** Paths of `quickstart.json`, of the private key alone (for openssl) and of the log. */
  readonly files: { readonly quickstart: string; readonly privateKey: string; readonly log: string };
  /** Finishes work in progress, ends every process and releases the data directory. */
  stop(): Promise<void>;
}

/**
 * Starts the whole service on this machine.
 * @throws {StartError} when something is missing or in use; nothing is left running then
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  ignoreAwsSettings();
  const terminal = options.terminal ?? (() => {});
  const onFailure = options.onFailure ?? (() => {});
  const cleanup = createCleanup((error) => terminal(`error: stopping failed: ${String(error)}`));
  try {
    // If the same stack is started twice, both the directory and the port are in use, and another port alone would not
    // help.
    refuseUsedDirectory(options.dataDirectory);
    await checkAddress(options.host, options.port);
    const data = openDataDirectory({
      directory: options.dataDirectory,
      database: options.database,
      fresh: options.fresh ?? false,
    });
    cleanup.add(data.release);
    const lack = lowDiskSpaceError(data.path);
    if (lack) throw lack;
    const log = openLog(data.log, { terminal, onFailure });
    cleanup.add(log.close);
    const opening = openDatabase(options.database, {
      directory: data.database,
      keyId: data.secrets.databaseKeyId,
      onFailure,
    }).then((opened) => {
      cleanup.add(() => opened.stop());
      return opened;
    });
    // DynamoDB Local needs a second to start. Meanwhile the other core loads the service.
    const service = import('./service/service.ts').then(async ({ prepareParts, startService }) => ({
      parts: await prepareParts(data),
      startService,
    }));
    const preparing = options.chain === undefined ? undefined : prepareChain(options.chain, data);
    const [database, { parts, startService }, chain] = await together([opening, service, preparing]);
    const { host, port, rateLimit, railsFrozen = false, batchesFrozen = false } = options;
    const watch = options.quiet ? undefined : terminal;
    const frozen = { railsFrozen, batchesFrozen };
    const place = { host, port, rateLimit, data, log, watch, terminal, database, chain, onFailure };
    const { quickstart, live } = await startService(parts, { ...place, ...frozen }, cleanup);
    const { baseUrl, organizationId, apiKey } = quickstart;
    return {
      baseUrl,
      organizationId,
      apiKeyId: apiKey.id,
      lacksItsChain: !chain && existsSync(data.chain),
      ...(live && { live: { file: data.live, organizationId: live.organizationId, chain: live.chain } }),
      files: { quickstart: data.quickstart, privateKey: data.quickstartKey, log: data.log },
      stop: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw explainDiskError(resolve(options.dataDirectory), error);
  }
}

async function prepareChain(url: string, { chain: path }: DataDirectory): Promise<LocalChain> {
  return (await import('./chain/prepare-chain.ts')).prepareChain(url, { path });
}

async function openDatabase(kind: DatabaseKind | undefined, options: DatabaseOptions): Promise<Database> {
  if (kind === 'dynamodb-local') {
    return (await import('./dynamodb-local/dynamodb-local-database.ts')).startDynamoDbLocalDatabase(options);
  }
  return (await import('./table/embedded-database.ts')).openEmbeddedDatabase(options);
}
