import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2, SQSBatchResponse } from 'aws-lambda';
import { buildFunctions, folderOf } from '../../../../lib/build-functions.ts';
import { routeKeys } from '../../../../lib/constructs/api-endpoint.ts';
import { localRegion } from '../../../../local/queues/clients.ts';
import { type LocalQueues, startQueues } from '../../../../local/queues/queues.ts';
import { renderSite } from '../../../../scripts/docs/render-site.ts';
import { startTlsIssuer } from '../../../../scripts/support/tls-issuer.ts';
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts';
import { dueKinds, queueUrlVariable } from '../../../../shared/ports/due-kinds.ts';
import type { Hint } from '../../../../shared/ports/hint-queue.ts';
import { startDatedDatabase } from '../../../support/dated-table.ts';
import { startAwsStandIn } from './aws-stand-in.ts';
import { deployedEnvironments } from './deployed-environment.ts';
import { httpApiEvent } from './http-api-event.ts';
import { startLambda } from './lambda.ts';
import type { Answering } from './played-service.ts';

export type Stage = Awaited<ReturnType<typeof startStage>>;

export const originSecret = 'the origin secret';
export const sealingSecret = 'the sealing secret of the stage';
const secrets = { 'arn:sealing': sealingSecret, 'arn:origin': originSecret };

interface Declared {
  readonly file: string;
  readonly declaration: AnyEndpoint;
}

/**
 * Builds all functions, and starts stand-ins for the AWS services around them.
 * @param files of `functions/`
 * @param sites those of them that show the documentation
 */
export async function startStage(files: readonly string[], sites: readonly string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-bundles-'));
  const bundles = join(directory, 'functions');
  const [issuer, aws, queues] = await Promise.all([
    startTlsIssuer(directory),
    startAwsStandIn(secrets),
    startQueues(new Map(dueKinds.map((kind) => [kind, 30]))),
    buildFunctions(files, bundles, false),
  ]);
  const site = await renderSite();
  for (const file of sites) symlinkSync(site, join(bundles, folderOf(file), 'site'), 'dir');
  provideSdk(directory);
  const environments = await deployedEnvironments({
    ...queueUrls(queues),
    ACCOUNT_ID: '123456789012',
    ARCHIVE_BUCKET: 'changes-bucket',
    CANARY_KEY_ARN: 'arn:canary',
    CONNECTIONS_KEY_ARN: 'arn:connections',
    EVENT_BUS_NAME: 'feed',
    ORIGIN_SECRET_ARN: 'arn:origin',
    SANDBOX_PAYMENTS_TABLE: '',
    SEALING_SECRET_ARN: 'arn:sealing',
    SESSION_CLIENT_ID: issuer.clientId,
    SESSION_ISSUER: issuer.issuer,
    TABLE_NAME: '',
    TABLE_STREAM_ARN: 'arn:aws:dynamodb:local:000000000000:table/test/stream/2026-03-02T09:00:00.000',
  });
  const invoked = new Set<string>();
  const bundleOf = (file: string) => join(bundles, folderOf(file), 'index.mjs');
  /** What Lambda itself tells every function, and where the stand-ins are. */
  const common = {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: localRegion,
    AWS_ENDPOINT_URL: aws.endpoint,
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    NODE_EXTRA_CA_CERTS: issuer.caFile,
  };
  /**
   * A process of the functions on a table. Nothing that they keep in their modules is another table's.
   * @param overrides of variables, for each function that has them
   */
  async function lambdaOn(tableName: string, overrides: Readonly<Record<string, string>> = {}) {
    /** The time in the functions, milliseconds. The service refuses to work where the table's differs from it. */
    let standingMs: number | undefined;
    const database = await startDatedDatabase(() => standingMs ?? Date.now());
    const lambda = startLambda({ NODE_EXTRA_CA_CERTS: issuer.caFile });
    const variables = { TABLE_NAME: tableName, SANDBOX_PAYMENTS_TABLE: tableName, ...overrides };
    const invoke = (file: string, event: unknown, nowMs?: number): Promise<unknown> => {
      const own = environments.get(file);
      if (!own) throw new Error(`the stage has no function of ${file}`);
      const told = Object.fromEntries(Object.entries(variables).filter(([name]) => name in own));
      const environment = { ...common, AWS_ENDPOINT_URL_DYNAMODB: database.endpoint, ...own, ...told };
      standingMs = nowMs;
      invoked.add(file);
      return lambda.invoke({ bundle: bundleOf(file), environment, event, ...(nowMs !== undefined && { nowMs }) });
    };
    const stop = async () => {
      await lambda.stop();
      database.stop();
    };
    return { invoke, log: lambda.log, stop };
  }

  return {
    issuer,
    aws,
    site,
    queues,
    files: [...environments.keys()],
    /** The files whose bundles were called so far. */
    invoked,
    bundleOf,
    lambdaOn,
    async stop() {
      issuer.stop();
      aws.stop();
      await queues.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

type Invoke = Awaited<ReturnType<Stage['lambdaOn']>>['invoke'];

/** Answers as the stage does: the bundle of the endpoint gets the event that AWS makes of the request. */
export function answeringBy(invoke: Invoke, endpoints: readonly Declared[]): Answering {
  return async (endpoint, event, nowMs) => {
    const { file } = endpoints.find(({ declaration }) => declaration === endpoint) as Declared;
    const keys = routeKeys(endpoint);
    const [first = ''] = keys;
    const routeKey = keys.find((key) => key.startsWith(`${event.requestContext.http.method} `)) ?? first;
    const sent = httpApiEvent(event, { originSecret, routeKey });
    return (await invoke(file, sent, nowMs)) as APIGatewayProxyStructuredResultV2;
  };
}

/** Delivers hints as SQS does, in the batches of their queues, to the bundles of their workers. */
export function deliveringBy(
  invoke: Invoke,
  workers: ReadonlyMap<Hint['kind'], { readonly file: string; readonly batchSize: number }>,
) {
  return async (hints: readonly Hint[], nowMs: number): Promise<void> => {
    for (const [kind, ofKind] of Map.groupBy(hints, (hint) => hint.kind)) {
      const worker = workers.get(kind);
      if (!worker) throw new Error(`no worker reads the queue ${kind}`);
      for (let start = 0; start < ofKind.length; start += worker.batchSize) {
        const event = sqsEvent(ofKind.slice(start, start + worker.batchSize).map((hint) => JSON.stringify(hint)));
        const { batchItemFailures } = (await invoke(worker.file, event, nowMs)) as SQSBatchResponse;
        if (batchItemFailures.length > 0) throw new Error(`${worker.file} failed with ${JSON.stringify(event)}`);
      }
    }
  };
}

/** The event of an SQS event source. */
export function sqsEvent(bodies: readonly string[]) {
  return {
    Records: bodies.map((body, index) => ({
      messageId: `message-${index}`,
      receiptHandle: 'handle',
      body,
      attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: '1772442000000',
        SenderId: 'AROAEXAMPLE',
        ApproximateFirstReceiveTimestamp: '1772442000001',
      },
      messageAttributes: {},
      md5OfBody: '0'.repeat(32),
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:eu-west-1:123456789012:queue',
      awsRegion: 'eu-west-1',
    })),
  };
}

function queueUrls({ endpoint, queues }: LocalQueues): Record<string, string> {
  const urls = [...queues].map(([kind, { url }]) => [queueUrlVariable(kind), endpoint + new URL(url).pathname]);
  return Object.fromEntries(urls);
}

/** The package that Lambda's own runtime provides, and that bundles leave out. */
function provideSdk(directory: string): void {
  const name = 'node_modules/@aws-sdk';
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(join(import.meta.dirname, '../../../..', name), join(directory, name), 'dir');
}
