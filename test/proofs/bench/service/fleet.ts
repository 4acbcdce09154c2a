import { randomUUID } from 'node:crypto';
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { discoverEndpoints } from '../../../../functions/discover.ts';
import { createTable } from '../../../../local/dynamodb-local/create-table.ts';
import { createTableClients } from '../../../../local/dynamodb-local/table-clients.ts';
import { createMemoryTable } from '../../../../local/table/memory-client.ts';
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { createIds } from '../../../../shared/ground/time/ids.ts';
import { systemClock, systemSleep } from '../../../../shared/ground/time/system-time.ts';
import { createHandler } from '../../../../shared/http/create-handler.ts';
import type { HttpHandler } from '../../../../shared/http/handle-with.ts';
import { ProcessAttempts } from '../../../../shared/ports/attempt-budget.ts';
import type { CardAcquirer } from '../../../../shared/ports/card-acquirer.ts';
import type { HintQueue } from '../../../../shared/ports/hint-queue.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { createRuntime } from '../../../../shared/ports/wiring/create-runtime.ts';
import { sandboxRail } from '../../../../shared/providers/sandbox/payouts/simulator.ts';
import { acquirerWithoutMemory } from '../../../../shared/providers/sandbox/rails-without-memory.ts';
import { sandboxRails } from '../../../../shared/providers/sandbox/rails-without-network.ts';
import { createHttpSender } from '../../../../shared/webhooks/sender/http-sender.ts';
import { keptSecrets } from '../../../support/secrets.ts';
import { type Intercept, intercepted } from '../store/intercept.ts';

/** One execution environment of Lambda: it shares a table with the others and nothing else, no lock in particular. */
export interface LambdaProcess {
  readonly runtime: WholeRuntime;
  /** Milliseconds to measure by. */
  readonly stopwatch: () => number;
  handlerOf(operation: string): { readonly endpoint: AnyEndpoint; readonly handler: HttpHandler };
}

/** What a process has to do with, where it is not the usual; `clock` runs ahead where a test of the future is wanted. */
type Surroundings = Partial<Pick<WholeRuntime, 'clock' | 'hints' | 'ids' | 'sleep' | 'webhooks'>> & {
  readonly stopwatch?: () => number;
  /** A fraction of one, for jitter. */
  readonly random?: () => number;
  /** Where something is paid by a card page: the usual one has none. */
  readonly acquirer?: CardAcquirer;
};

/** A table of its own, and processes of the service on it. */
export interface Fleet {
  startProcess(intercepts?: readonly Intercept[], surroundings?: Surroundings): LambdaProcess;
}

/** As DynamoDB Local keeps the table. */
export interface DatabaseFleet extends Fleet {
  readonly tableName: string;
  readonly clients: ReturnType<typeof createTableClients>;
  /** A client with connections of its own. */
  connect(): ReturnType<typeof createTableClients>;
  stop(): void;
}

const noHints: HintQueue = { send: async () => undefined, backlog: async () => 0 };
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** The limits are not what is measured. */
const rateLimitOverride = 1e9;

export async function createFleet(databaseEndpoint: string): Promise<DatabaseFleet> {
  const tableName = `bench-${randomUUID()}`;
  const opened: DynamoDBClient[] = [];
  const connect = () => {
    const clients = createTableClients(databaseEndpoint, 'bench');
    opened.push(clients.client);
    return clients;
  };
  const clients = connect();
  await createTable(clients.client, tableName);
  await clients.client.send(new DescribeTableCommand({ TableName: tableName }));
  return {
    tableName,
    clients,
    connect,
    ...(await createProcesses({ tableName, connect: () => connect().documents })),
    stop() {
      for (const client of opened) client.destroy();
    },
  };
}

/** On a table in memory, which takes no time and knows its units. */
export function createMemoryFleet(): Promise<Fleet> {
  const { client, tableName } = createMemoryTable();
  return createProcesses({ tableName, connect: () => client });
}

interface TableAccess {
  readonly tableName: string;
  connect(): DynamoDBDocumentClient;
}

/** @param common to all of its processes */
export async function createProcesses({ tableName, connect }: TableAccess, common: Surroundings = {}): Promise<Fleet> {
  const endpoints = (await discoverEndpoints()).map(({ declaration }) => declaration);
  return {
    startProcess(intercepts = [], own = {}) {
      const { stopwatch, random, acquirer, ...surroundings } = { ...usual, ids: createIds(), ...common, ...own };
      const client = intercepted(connect(), ...intercepts);
      const store = createStore({ client, tableName, sleep: surroundings.sleep, random });
      const rails = () => ({ ...sandboxRails, payouts: { sandbox: sandboxRail }, acquirer });
      const { clock, sleep, ids, log, ...ports } = surroundings;
      const webhookLoad = new ProcessAttempts();
      const runtime: WholeRuntime = createRuntime({ clock, sleep, ids, log, store }, { ...ports, rails, webhookLoad });
      return { runtime, stopwatch, handlerOf: createHandlers(endpoints, runtime) };
    },
  };
}

/** An acquirer that makes every refund at once: what it remembers is no part of what is measured. */
const refunding: CardAcquirer = {
  ...acquirerWithoutMemory,
  refunds: {
    rememberKeysForMs: Number.POSITIVE_INFINITY,
    call: async (key) => ({ outcome: 'done', result: { externalId: `rf_${key}`, status: 'succeeded' } }),
    find: async () => ({ outcome: 'absent' }),
  },
};

const usual = {
  stopwatch: () => performance.now(),
  random: Math.random,
  clock: systemClock,
  sleep: systemSleep,
  hints: noHints,
  pagesUrl: 'https://pay.example.com',
  secrets: keptSecrets(),
  sessions: async () => undefined,
  webhooks: createHttpSender({ loopback: true }),
  mailer: { send: async () => {} },
  acquirer: refunding,
  rateLimitOverride,
  log: silent,
};

/** A Lambda makes its handler once. */
function createHandlers(endpoints: readonly AnyEndpoint[], runtime: WholeRuntime): LambdaProcess['handlerOf'] {
  const made = new Map<string, ReturnType<LambdaProcess['handlerOf']>>();
  return (operation) => {
    const known = made.get(operation);
    if (known) return known;
    const endpoint = endpoints.find((candidate) => candidate.operation === operation);
    if (!endpoint) throw new Error(`functions/ declares no ${operation}`);
    const created = { endpoint, handler: createHandler(endpoint, runtime) };
    made.set(operation, created);
    return created;
  };
}
