import { expect } from 'vitest';
import {
  isSluiceError,
  type Sluice,
  SluiceError,
  type SluiceErrorType,
  type SluiceOptions,
} from '../../../client/src/index.ts';
import { type ErrorType, errorCatalog } from '../../../shared/errors/catalog.ts';
import type { Rails } from '../../../shared/runtime/runtime.ts';
import { sandboxRails } from '../../../shared/sandbox/rails.ts';
import { createFaultyTable, type FaultyTable } from '../../support/faults.ts';
import { type HttpService, serveOverHttp } from '../../support/http-service.ts';
import type { TestOrganization } from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

interface ClientOptions extends Partial<SluiceOptions> {
  /** Changes the headers of a request once it is signed. */
  readonly alter?: (headers: Headers) => void;
}

/** The service over HTTP, with its table, its ports and its time in the test's hands; every error that it answers is noted. */
export class Stage {
  /** In place of the sandbox's, for organizations of both modes. */
  ports: Partial<Rails> = {};
  /** Every `type` of an error that was answered. */
  readonly seen = new Set<string>();
  readonly http: HttpService;
  readonly table: FaultyTable;
  readonly #bodies = new Map<string | null, Record<string, unknown>>();

  static async start(): Promise<Stage> {
    const table = await createFaultyTable();
    const rails = (): Rails => ({ ...sandboxRails, ...stage.ports });
    const stage: Stage = new Stage(await serveOverHttp(await TestService.start({ rails }, table)), table);
    return stage;
  }

  private constructor(http: HttpService, table: FaultyTable) {
    this.http = http;
    this.table = table;
  }

  get service(): TestService {
    return this.http.service;
  }

  /** Ends every fault. */
  mend(): void {
    this.table.intercept(undefined);
    this.ports = {};
  }

  client(of: TestOrganization, { alter, ...options }: ClientOptions = {}): Sluice {
    return this.http.client(of, {
      ...options,
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        alter?.(headers);
        const response = await fetch(input, { ...init, headers });
        if (!response.ok) this.#note(response.headers.get('x-request-id'), await response.clone().json());
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
    expect(error).toMatchObject({ status, resolution: errorCatalog[type].resolution, extras });
    expect(Object.keys(error.extras)).toEqual(Object.keys(extras));
    // Its id is the header's: that is what bodies are noted under.
    expect(this.#bodies.get(error.requestId ?? '')).toMatchObject({
      type,
      status,
      detail: expect.any(String),
      requestId: error.requestId,
    });
    return error;
  }

  #note(requestId: string | null, body: Record<string, unknown>): void {
    this.#bodies.set(requestId, body);
    this.seen.add(String(body.type));
  }
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
export async function booksOf({ service, http }: Pick<Stage, 'service' | 'http'>, of: TestOrganization) {
  const reader = http.client({ ...of, ...(await service.key(of.organizationId)) });
  const [balance, feed, orders] = [await reader.getBalance(), await reader.listEvents(), await reader.listOrders()];
  return { balance, events: feed.data, orders: orders.data };
}
