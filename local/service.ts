import {
  type Discovered,
  discoverEndpoints,
  discoverOperations,
  discoverSites,
  discoverWorkers,
} from '../functions/discover.ts';
import { jwtSessions } from '../shared/adapters/jwt-sessions.ts';
import { createSqsHintQueue } from '../shared/adapters/sqs-hint-queue.ts';
import { type AnyEndpoint, apiPrefix, fullPath, methodsOf } from '../shared/contract/endpoint.ts';
import type { AnyOperation } from '../shared/contract/operation.ts';
import { type Site, siteRouteKeys } from '../shared/contract/site.ts';
import type { Trigger, Worker } from '../shared/contract/worker.ts';
import { createStore } from '../shared/ground/table/create-store.ts';
import { systemClock } from '../shared/ground/time/clock.ts';
import { createHandler } from '../shared/http/create-handler.ts';
import { answerSite } from '../shared/http/site/answer-site.ts';
import { ProcessAttempts } from '../shared/ports/attempt-budget.ts';
import { createRuntime } from '../shared/ports/create-runtime.ts';
import { type DueKind, dueKinds, type Frozen, isFrozen } from '../shared/ports/due-kinds.ts';
import type { RefusedSignature, WholeRuntime } from '../shared/ports/runtime.ts';
import { createListReview } from '../shared/providers/ofac/list-review.ts';
import { sandboxWithMemory } from '../shared/providers/sandbox/rails.ts';
import { hintCursorsBehind } from '../shared/webhooks/offering/hint-cursors-behind.ts';
import { createHttpSender } from '../shared/webhooks/sender/http-sender.ts';
import { checkingFiles } from './checking-files.ts';
import { type Cleanup, together } from './cleanup.ts';
import type { DataDirectory } from './data-directory.ts';
import type { Database } from './database.ts';
import { docsOnDemand } from './docs.ts';
import { createFileMailer } from './file-mailer.ts';
import { startGateway } from './gateway/gateway.ts';
import type { Route } from './gateway/routes.ts';
import { type Issuer, openIssuer } from './issuer.ts';
import { startOperationsSocket } from './operations-socket.ts';
import { startQueuePoller } from './queue-poller.ts';
import { type LocalQueues, startQueues } from './queues.ts';
import { ensureCredentials, openSessions, type Quickstart, writeQuickstart } from './quickstart.ts';
import { requestLine, signatureLine } from './request-lines.ts';
import { sampleListSource } from './sample-list.ts';
import { startSchedule } from './schedules.ts';
import { rotationOn } from './stage-secrets.ts';
import { writeStandIns } from './stand-ins.ts';
import { StartError } from './start-error.ts';

const tableName = 'sluice';
/** What the sandbox's rail remembers. */
const railTableName = 'sluice-sandbox-payments';
/** Specification, Limits: the ceiling of a source address. */
const requestsPerMinuteAndAddress = 2000;

/** The parts that need no database. They are made while it starts. */
export interface Parts {
  readonly endpoints: readonly AnyEndpoint[];
  readonly workers: readonly Worker[];
  readonly operations: readonly AnyOperation[];
  readonly sites: readonly Site[];
  readonly queues: LocalQueues;
  readonly issuer: Issuer;
}

export async function prepareParts({ issuerKey }: DataDirectory, cleanup: Cleanup): Promise<Parts> {
  const [issuer, endpoints, workers, operations, sites] = await Promise.all([
    openIssuer(issuerKey),
    discoverEndpoints(),
    discoverWorkers(),
    discoverOperations(),
    discoverSites(),
  ]);
  const declarations = workers.map(({ declaration }: Discovered<Worker>) => declaration);
  const queues = await startQueues(workerTimeouts(declarations));
  cleanup.add(queues.stop);
  return {
    endpoints: endpoints.map(({ declaration }) => declaration),
    workers: declarations,
    operations: operations.map(({ declaration }) => declaration),
    sites: sites.map(({ declaration }) => declaration),
    queues,
    issuer,
  };
}

export interface ServiceOptions extends Frozen {
  readonly host: string;
  readonly port: number;
  readonly rateLimit?: number | undefined;
  readonly data: DataDirectory;
  readonly log: WholeRuntime['log'];
  /** Shows a line to the developer for each request. Absent where nobody watches. */
  readonly watch?: ((line: string) => void) | undefined;
  readonly database: Database;
}

/** Connects the parts to a running service. Whatever it starts is added to `cleanup`, in order. */
export async function startService(parts: Parts, options: ServiceOptions, cleanup: Cleanup): Promise<Quickstart> {
  const { data, watch, database } = options;
  const { issuer } = parts;
  const place: Place = {};
  const client = database.documents;
  const store = createStore({ client, tableName });
  const rails = rememberingRails(createStore({ client, tableName: railTableName }));
  const runtime = runtimeOn(parts, options, store, { issuer, place, rails });
  const [isNewTable] = await together([
    database.openTable(tableName, { hasStream: true }),
    database.openTable(railTableName, { hasStream: false }),
  ]);
  const [credentials] = await together([
    ensureCredentials(runtime, data, isNewTable),
    startStream(parts, database, runtime, cleanup),
  ]);
  startQueueWorkers(parts, options, runtime, cleanup);
  // The stream tells of no earlier events, and the hints of the last stack were lost with it.
  await hintCursorsBehind(runtime);
  const requestsPerMinute = Math.max(requestsPerMinuteAndAddress, options.rateLimit ?? 0);
  const gateway = await startGateway(options.host, options.port, {
    routes: [...apiRoutes(parts.endpoints, runtime), ...siteRoutes(parts.sites, runtime), publishedKeys(issuer)],
    fallback: createHandler(fallbackOf(parts.endpoints), runtime),
    requestsPerMinute,
    onAnswer: watch && ((answered) => watch(requestLine(answered))),
    runtime,
  });
  place.origin = gateway.origin;
  cleanup.add(gateway.stop);
  startSchedules(parts, runtime, cleanup);
  const socket = await startOperationsSocket({
    dataDirectory: data.path,
    operations: checkingFiles(parts.operations, database),
    runtime,
  });
  if (socket) cleanup.add(socket.stop);
  const sessions = await openSessions(issuer);
  const quickstart = { baseUrl: gateway.origin + apiPrefix, ...credentials, sessions };
  writeStandIns(data, { databaseEndpoint: database.endpoint, tableName, railTableName, queues: parts.queues });
  writeQuickstart(data, quickstart);
  return quickstart;
}

/** The rails of the sandbox, which remember beside the table. */
function rememberingRails(memory: WholeRuntime['store']): WholeRuntime['rails'] {
  const rails = sandboxWithMemory(memory, systemClock);
  return (mode) => (mode === 'sandbox' ? rails : undefined);
}

/** Where the gateway listens, which is known once it does: port 0 takes any free one. */
interface Place {
  origin?: string;
}

function runtimeOn(
  { queues }: Parts,
  { rateLimit, data, log, watch }: ServiceOptions,
  store: WholeRuntime['store'],
  { issuer, place, rails }: Pick<WholeRuntime, 'rails'> & { readonly issuer: Issuer; readonly place: Place },
): WholeRuntime {
  const urls = Object.fromEntries([...queues.queues].map(([kind, { url }]) => [kind, url]));
  return createRuntime(
    { store, log },
    {
      hints: createSqsHintQueue({ client: queues.client, queueUrls: urls as Record<DueKind, string> }),
      secrets: { sealingKeys: async () => data.secrets.sealingKeys },
      rotation: rotationOn(data),
      screeningReview: createListReview({ source: sampleListSource, clock: systemClock }),
      sessions: jwtSessions(issuer),
      webhooks: createHttpSender({ loopback: true }),
      mailer: createFileMailer(data.mails, { clock: systemClock, log }),
      webhookLoad: new ProcessAttempts(),
      rails,
      // There is nobody else: the socket belongs to one user.
      secondOperatorAbove: 'none',
      ...(rateLimit !== undefined && { rateLimitOverride: rateLimit }),
      get pagesUrl() {
        return place.origin;
      },
      ...(watch && { explainSignature: (refused: RefusedSignature) => watch(signatureLine(refused)) }),
    },
  );
}

function apiRoutes(endpoints: readonly AnyEndpoint[], runtime: WholeRuntime): Route[] {
  return endpoints.filter(isRouted).flatMap((endpoint) => {
    const route = { handler: createHandler(endpoint, runtime), callsReceivers: endpoint.uses?.includes('receivers') };
    return methodsOf(endpoint).map((method) => ({ ...route, routeKey: `${method} ${fullPath(endpoint)}` }));
  });
}

function siteRoutes(sites: readonly Site[], runtime: WholeRuntime): Route[] {
  const docs = docsOnDemand();
  return sites.flatMap((site) => {
    const handler = answerSite(site, runtime, docs);
    return siteRouteKeys(site).map((routeKey) => ({ routeKey, handler }));
  });
}

/** The route that publishes the issuer's keys to whoever verifies sessions. */
function publishedKeys({ keys }: Issuer): Route {
  const answer = { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(keys) };
  return { routeKey: 'GET /.well-known/jwks.json', handler: async () => answer };
}

async function startStream(
  { workers }: Parts,
  database: Database,
  runtime: WholeRuntime,
  cleanup: Cleanup,
): Promise<void> {
  for (const { worker } of triggeredBy(workers, 'table-stream')) {
    const stream = await database.followStream(tableName, worker, runtime);
    cleanup.add(() => stream.stop());
  }
}

function startQueueWorkers({ workers, queues }: Parts, frozen: Frozen, runtime: WholeRuntime, cleanup: Cleanup): void {
  for (const { worker, trigger } of triggeredBy(workers, 'queue')) {
    if (isFrozen(trigger.kind, frozen)) continue;
    const queue = queues.queues.get(trigger.kind);
    if (queue) cleanup.add(startQueuePoller({ client: queues.client, queue, worker, trigger, runtime }).stop);
  }
}

function startSchedules({ workers }: Parts, runtime: WholeRuntime, cleanup: Cleanup): void {
  for (const { worker, trigger } of triggeredBy(workers, 'schedule')) {
    cleanup.add(startSchedule(worker, trigger.everyMinutes, runtime).stop);
  }
}

function triggeredBy<Type extends Trigger['type']>(workers: readonly Worker[], type: Type) {
  type Wanted = Extract<Trigger, { type: Type }>;
  return workers.flatMap((worker) =>
    worker.trigger.type === type ? [{ worker, trigger: worker.trigger as Wanted }] : [],
  );
}

/** Timeouts by kind, seconds. A kind without a worker has a queue too, so that its hints can be sent. */
function workerTimeouts(workers: readonly Worker[]): Map<DueKind, number> {
  const timeouts = new Map<DueKind, number>(dueKinds.map((kind) => [kind, 30]));
  for (const { worker, trigger } of triggeredBy(workers, 'queue')) timeouts.set(trigger.kind, worker.timeoutSeconds);
  return timeouts;
}

function isRouted({ operation }: AnyEndpoint): boolean {
  return operation !== 'routeNotFound';
}

function fallbackOf(endpoints: readonly AnyEndpoint[]): AnyEndpoint {
  const fallback = endpoints.find((endpoint) => !isRouted(endpoint));
  if (!fallback) throw new StartError('functions/ declares no routeNotFound endpoint.');
  return fallback;
}
