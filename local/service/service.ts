import {
  type Discovered,
  discoverEndpoints,
  discoverOperations,
  discoverSites,
  discoverWorkers,
} from '../../functions/discover.ts';
import { jwtSessions } from '../../shared/adapters/jwt-sessions.ts';
import { type AnyEndpoint, apiPrefix, fullPath, methodsOf } from '../../shared/contract/endpoint.ts';
import type { AnyOperation } from '../../shared/contract/operation.ts';
import { type Site, siteRouteKeys } from '../../shared/contract/site.ts';
import type { Trigger, Worker } from '../../shared/contract/worker.ts';
import { createStore } from '../../shared/ground/table/create-store.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import { systemClock, systemSleep } from '../../shared/ground/time/system-time.ts';
import { createHandler } from '../../shared/http/create-handler.ts';
import { answerSite } from '../../shared/http/site/answer-site.ts';
import { ProcessAttempts } from '../../shared/ports/attempt-budget.ts';
import type { Frozen } from '../../shared/ports/due-kinds.ts';
import type { RefusedSignature, WholeRuntime } from '../../shared/ports/runtime.ts';
import { createRuntime } from '../../shared/ports/wiring/create-runtime.ts';
import { lateDeposits } from '../../shared/providers/evm/late-deposits.ts';
import { lateFlushes } from '../../shared/providers/evm/late-flushes.ts';
import { lateNames } from '../../shared/providers/evm/late-names.ts';
import { lateVaults } from '../../shared/providers/evm/late-vaults.ts';
import { lateWallets } from '../../shared/providers/evm/wallets/late-wallets.ts';
import { createListReview } from '../../shared/providers/ofac/list-review.ts';
import { createSenderScreening } from '../../shared/providers/ofac/list-senders.ts';
import { depositRecords, notedDeposits } from '../../shared/providers/records/deposit-record.ts';
import { sandboxWithMemory } from '../../shared/providers/sandbox/rails.ts';
import { hintCursorsBehind } from '../../shared/webhooks/offering/hint-cursors-behind.ts';
import { createHttpSender } from '../../shared/webhooks/sender/http-sender.ts';
import type { LocalChain } from '../chain/prepare-chain.ts';
import { checkingFiles } from '../data/checking-files.ts';
import type { DataDirectory } from '../data/data-directory.ts';
import type { Database } from '../data/database.ts';
import {
  createSessions,
  ensureCredentials,
  type LiveQuickstart,
  type Quickstart,
  writeQuickstart,
} from '../data/quickstart.ts';
import { removeStandIns, writeStandIns } from '../data/stand-ins.ts';
import { startGateway } from '../gateway/gateway.ts';
import type { Route } from '../gateway/routes.ts';
import { createFileMailer } from '../people/file-mailer.ts';
import { type Issuer, openIssuer } from '../people/issuer.ts';
import { type Cleanup, together } from '../process/cleanup.ts';
import { requestLine, signatureLine } from '../process/request-lines.ts';
import { StartError } from '../process/start-error.ts';
import { lateQueueing } from '../queues/late-queueing.ts';
import { ringCredentials } from '../secrets/ring-credentials.ts';
import { rotationOn } from '../secrets/stage-secrets.ts';
import { startSchedule } from '../workers/schedules.ts';
import { docsOnDemand } from './docs.ts';
import { localConnections } from './local-connections.ts';
import { startOperationsSocket } from './operations-socket.ts';
import { sampleListSource } from './sample-list.ts';

const tableName = 'sluice';
/** The table in which the sandbox's rail remembers. */
const railTableName = 'sluice-sandbox-payments';
/** Specification, Limits: the limit of a source address. */
const requestsPerMinuteAndAddress = 2000;

/** The parts that do not need the database. They are created while it starts. */
export interface Parts {
  readonly endpoints: readonly AnyEndpoint[];
  readonly workers: readonly Worker[];
  readonly operations: readonly AnyOperation[];
  readonly sites: readonly Site[];
  readonly issuer: Issuer;
}

export async function prepareParts({ issuerKey }: DataDirectory): Promise<Parts> {
  const [issuer, endpoints, workers, operations, sites] = await Promise.all([
    openIssuer(issuerKey),
    discoverEndpoints(),
    discoverWorkers(),
    discoverOperations(),
    discoverSites(),
  ]);
  return {
    endpoints: endpoints.map(({ declaration }) => declaration),
    workers: workers.map(({ declaration }: Discovered<Worker>) => declaration),
    operations: operations.map(({ declaration }) => declaration),
    sites: sites.map(({ declaration }) => declaration),
    issuer,
  };
}

export interface ServiceOptions extends Frozen {
  readonly host: string;
  readonly port: number;
  readonly rateLimit?: number | undefined;
  readonly data: DataDirectory;
  readonly log: WholeRuntime['log'];
  /** Shows a line to the developer for each request. Absent if nobody watches. */
  readonly watch?: ((line: string) => void) | undefined;
  /** Shows a line to the developer, whatever it is about. */
  readonly terminal: (line: string) => void;
  readonly database: Database;
  /** The development chain on which live organizations fund payouts. */
  readonly chain?: LocalChain | undefined;
  /** Called when the stack cannot go on. */
  readonly onFailure: (message: string) => void;
}

export interface Started {
  readonly quickstart: Quickstart;
  /** The live organization, if there is a development chain. */
  readonly live: LiveQuickstart | undefined;
}

/**
 * Connects the parts to a running service. Everything that it starts is added to `cleanup`, in order. The workers for
 * hints are still starting when it returns.
 */
export async function startService(parts: Parts, options: ServiceOptions, cleanup: Cleanup): Promise<Started> {
  const { data, watch, database, chain } = options;
  const { issuer } = parts;
  const place: Place = {};
  const client = database.documents;
  const store = createStore({ client, tableName });
  const memory = createStore({ client, tableName: railTableName });
  const rails = rememberingRails(memory, store, options);
  const queueWorkers = triggeredBy(parts.workers, 'queue');
  const queueing = lateQueueing(queueWorkers);
  cleanup.add(queueing.stop);
  const runtime = runtimeOn(options, store, { issuer, place, rails, memory, hints: queueing.hints });
  const [isNewTable] = await together([
    database.openTable(tableName, { hasStream: true }),
    database.openTable(railTableName, { hasStream: false }),
  ]);
  const [credentials, liveCredentials] = await together([
    ensureCredentials(runtime, data, isNewTable),
    chain?.createLiveOrganization({ ...chain, runtime, operations: parts.operations, ring: data.secrets }),
    startStream(parts, database, runtime, cleanup),
  ]);
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
  const sessions = await createSessions(issuer);
  const baseUrl = gateway.origin + apiPrefix;
  const quickstart = { baseUrl, ...credentials, sessions };
  const live = chain && liveCredentials && { baseUrl, ...liveCredentials, sessions, chain: chain.shown };
  writeQuickstart(data, quickstart, live);
  if (chain) cleanup.add(chain.watchFinality(options.terminal).stop);
  removeStandIns(data);
  startBeside(startWorkers, options, cleanup);
  return { quickstart, live };

  async function startWorkers(): Promise<void> {
    const queues = await queueing.start();
    queues.work(queueWorkers, options, runtime);
    writeStandIns(data, { databaseEndpoint: database.endpoint, tableName, railTableName, queues });
    // The stream does not report earlier events, and the hints of the previous stack were lost with it.
    await hintCursorsBehind(runtime);
  }
}

/** Starts the workers while the service answers already. Stopping waits for them. */
function startBeside(start: () => Promise<void>, { onFailure }: ServiceOptions, cleanup: Cleanup): void {
  let isStopping = false;
  const starting = start().catch((error) => {
    if (!isStopping) onFailure(`What works on hints cannot be started: ${String(error)}`);
  });
  cleanup.add(() => {
    isStopping = true;
    return starting;
  });
}

/**
 * The rails of the sandbox, and of live organizations if there is a development chain. Both remember in the second
 * table.
 */
function rememberingRails(
  memory: WholeRuntime['store'],
  store: WholeRuntime['store'],
  { chain, log }: Pick<ServiceOptions, 'chain' | 'log'>,
): WholeRuntime['rails'] {
  const live = chain?.rails({ memory, store, log, chains: chain.chains });
  const rails = { sandbox: sandboxWithMemory(memory, systemClock), live };
  return (mode) => rails[mode];
}

/** The address of the gateway, known once it listens, because port 0 uses any free one. */
interface Place {
  origin?: string;
}

function runtimeOn(
  { rateLimit, data, log, watch, chain }: ServiceOptions,
  store: WholeRuntime['store'],
  {
    issuer,
    place,
    rails,
    memory,
    hints,
  }: Pick<WholeRuntime, 'rails' | 'hints'> & {
    readonly issuer: Issuer;
    readonly place: Place;
    readonly memory: WholeRuntime['store'];
  },
): WholeRuntime {
  const chains = {
    store,
    clock: systemClock,
    secrets: ringCredentials(data.secrets),
    loopback: true,
    ...(chain && { chains: chain.chains }),
  };
  return createRuntime(
    { store, log },
    {
      hints,
      secrets: { sealingKeys: async () => data.secrets.sealingKeys },
      rotation: rotationOn(data),
      connections: localConnections(data.secrets, chain?.chains),
      deposits: lateDeposits(chains),
      flusher: lateFlushes({ ...chains, log, ids: createIds(), sleep: systemSleep }),
      vaultNames: lateNames({ memory, clock: systemClock, ids: createIds(), sleep: systemSleep }),
      vaults: lateVaults({ ...chains, memory, log, ids: createIds(), sleep: systemSleep }),
      depositRecords: depositRecords(memory, systemClock),
      notedDeposits: notedDeposits(memory),
      wallets: lateWallets(chains),
      screeningReview: createListReview({ source: sampleListSource, clock: systemClock }),
      senders: createSenderScreening({ source: sampleListSource, clock: systemClock, log }),
      sessions: jwtSessions(issuer),
      webhooks: createHttpSender({ loopback: true }),
      mailer: createFileMailer(data.mails, { clock: systemClock, log }),
      webhookLoad: new ProcessAttempts(),
      rails,
      // There is no second operator, because the socket belongs to one user.
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

/** The route that publishes the issuer's keys for verifying sessions. */
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

function isRouted({ operation }: AnyEndpoint): boolean {
  return operation !== 'routeNotFound';
}

function fallbackOf(endpoints: readonly AnyEndpoint[]): AnyEndpoint {
  const fallback = endpoints.find((endpoint) => !isRouted(endpoint));
  if (!fallback) throw new StartError('functions/ declares no routeNotFound endpoint.');
  return fallback;
}
