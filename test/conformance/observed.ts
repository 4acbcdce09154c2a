import { expect } from 'vitest';
import {
  isSluiceError,
  type KeyOptions,
  type Sluice,
  SluiceError,
  type SluiceErrorType,
} from '../../client/src/index.ts';
import { type ErrorType, errorCatalog } from '../../shared/ground/errors/catalog.ts';
import { createStore } from '../../shared/ground/table/create-store.ts';
import type { Rails } from '../../shared/ports/runtime.ts';
import { sandboxAcquirer } from '../../shared/providers/sandbox/cards/acquirer.ts';
import { sandboxRails } from '../../shared/providers/sandbox/rails-without-network.ts';
import { expectedResolution } from '../support/answers.ts';
import { createFaultyTable, type FaultyTable } from '../support/faults.ts';
import { Confirmable } from '../support/funding/confirmable.ts';
import { type HttpService, serveOverHttp } from '../support/http-service.ts';
import type { TestOrganization } from '../support/journey.ts';
import { TestService } from '../support/service.ts';

interface ClientOptions extends Partial<KeyOptions> {
  /** Changes the headers of a request once it is signed. */
  readonly alter?: (headers: Headers) => void;
}

/** An answer that is no success, as it came. */
interface Failure {
  /** Of the header. */
  readonly requestId: string | null;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The service over HTTP, with its table, its ports and its time in the test's hands; every failure that it answers is kept. */
export class Stage {
  /** In place of the sandbox's, for organizations of both modes. */
  ports: Partial<Rails> = {};
  /** Whether pages have a public host. */
  hasPages = true;
  /** The chain on which payouts are funded. */
  readonly funding: Confirmable;
  readonly failures: Failure[] = [];
  readonly http: HttpService;
  readonly table: FaultyTable;

  static async start(): Promise<Stage> {
    const table = await createFaultyTable();
    const acquirer = sandboxAcquirer({ store: createStore(table), clock: () => stage.service.clock.now });
    const rails = (): Rails => ({ ...sandboxRails, acquirer, ...stage.ports });
    const funding = new Confirmable();
    const service = await TestService.start(
      { rails, wallets: { faultOf: async () => undefined }, ...funding.ports },
      table,
    );
    const stage: Stage = new Stage(await serveOverHttp(service), table, funding);
    return stage;
  }

  private constructor(http: HttpService, table: FaultyTable, funding: Confirmable) {
    this.http = http;
    this.funding = funding;
    this.table = table;
    const { pagesUrl } = this.service.runtime;
    Object.defineProperty(this.service.runtime, 'pagesUrl', { get: () => (this.hasPages ? pagesUrl : undefined) });
  }

  get service(): TestService {
    return this.http.service;
  }

  /** Ends every fault. */
  mend(): void {
    this.table.intercept(undefined);
    this.ports = {};
    this.hasPages = true;
  }

  client(of: TestOrganization, { alter, ...options }: ClientOptions = {}): Sluice {
    return this.http.client(of, {
      ...options,
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        alter?.(headers);
        const response = await fetch(input, { ...init, headers });
        if (!response.ok) this.failures.push(await read(response.clone()));
        return response;
      },
    });
  }

  /** A call must be refused like this, with a whole Error body and nothing besides. */
  async refused(
    call: PromiseLike<unknown>,
    type: ErrorType,
    { status = errorCatalog[type].status, extras = {} }: { status?: number; extras?: object } = {},
  ): Promise<SluiceError> {
    const error = await failureOf(call, type);
    expect(error).toMatchObject({ status, resolution: expectedResolution(type), extras });
    expect(Object.keys(error.extras)).toEqual(Object.keys(extras));
    // Failures are noted under the id of their header.
    const failure = this.failures.find(({ requestId }) => requestId === error.requestId);
    expect(failure).toMatchObject({ status, body: { type, detail: expect.any(String), requestId: error.requestId } });
    return error;
  }
}

async function read(response: Response): Promise<Failure> {
  const requestId = response.headers.get('x-request-id');
  return { requestId, status: response.status, body: await response.json() };
}

/** The failure of a call that must fail so. */
export async function failureOf(call: PromiseLike<unknown>, type: SluiceErrorType): Promise<SluiceError> {
  const failure = await call.then(
    (result) => result,
    (error: unknown) => error,
  );
  if (!(failure instanceof SluiceError)) expect.fail(`no ${type}: ${String(failure)} ${JSON.stringify(failure)}`);
  expect(isSluiceError(failure, type), String(failure)).toBe(true);
  return failure;
}

/** What money moving would change, as a healthy key of the organization reads it. */
export async function booksOf(
  { service, http, table }: Pick<Stage, 'service' | 'http' | 'table'>,
  of: TestOrganization,
) {
  const key = await table.withoutFaults(() => service.key(of.organizationId));
  const reader = http.client({ ...of, ...key });
  const [balance, feed, orders] = [await reader.getBalance(), await reader.listEvents(), await reader.listOrders()];
  return { balance, events: feed.data, orders: orders.data };
}
