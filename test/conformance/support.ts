import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type CreateRecipient, type KeyOptions, type Sluice, SluiceError } from '../../client/src/index.ts';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import type { Organization } from '../../shared/identity/organization.ts';
import { decideAndCommit } from '../../shared/journal/commit/decide.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { commitOnce } from '../shared/journal/commit/support.ts';
import type { Intercept } from '../support/faults.ts';
import { type Answer, readAnswer } from '../support/hand-signed.ts';
import { type HttpService, serveOverHttp } from '../support/http-service.ts';
import { pathOf, recipientBody, type TestOrganization } from '../support/journey.ts';
import { type Credentials, TestService } from '../support/service.ts';

/** The service of a file's tests, from before the first to after the last. */
export function useService(overrides: Partial<WholeRuntime> = {}): { readonly http: HttpService } {
  const stage = {} as { http: HttpService };
  beforeAll(async () => {
    // More calls than a minute allows, on a clock that stands still.
    stage.http = await serveOverHttp(await TestService.start({ rateLimitOverride: 10_000, ...overrides }));
  });
  afterAll(() => stage.http.stop());
  return stage;
}

/** Another process of the same service, with faults or ports of its own, until the test is over. */
export async function processOf(
  { service }: HttpService,
  intercept: Intercept,
  overrides: Partial<WholeRuntime> = {},
): Promise<HttpService> {
  const other = await serveOverHttp(service.process(intercept, overrides));
  onTestFinished(other.stop);
  return other;
}

export const withoutFaults: Intercept = (_call, send) => send();

interface RequestState {
  /** As the specification writes it: `GET P/orders?reference=1`. */
  readonly request: string;
  readonly response: Response;
}

/** A key's client, with what it sent and was answered. */
export interface Caller {
  readonly of: TestOrganization;
  readonly sluice: Sluice;
  readonly exchanges: readonly RequestState[];
}

export function callerOf(http: HttpService, of: TestOrganization, options: Partial<KeyOptions> = {}): Caller {
  const exchanges: RequestState[] = [];
  const watched: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    exchanges.push({ request: `${init?.method} ${shortened(new URL(String(input)), of)}`, response });
    return response;
  };
  return { of, sluice: http.client(of, { fetch: watched, ...options }), exchanges };
}

function shortened({ pathname, search }: URL, of: TestOrganization): string {
  const path = pathname
    .replace(apiPrefix, '')
    .replace(pathOf(of), 'P')
    .replace(`/checkout/organizations/${of.organizationId}`, 'C')
    .replace(of.organizationId, '{orgId}');
  return path + search;
}

/** The caller of a new sandbox organization, funded unless told otherwise. */
export async function newCaller(http: HttpService, amount: string | undefined = '1000.00'): Promise<Caller> {
  const caller = callerOf(http, await http.service.organization());
  if (amount !== '0') await caller.sluice.fundSandbox({ amount });
  return caller;
}

/** The caller of a new live organization that is verified and has 1000.00. */
export async function liveCaller(http: HttpService): Promise<Caller> {
  const of = await http.service.organization('live');
  await changeOrganization(http, of, { verified: true });
  await commitOnce(http.service.runtime, of.organizationId, 1_000_00n);
  return callerOf(http, of);
}

/** The caller of another key of the organization. */
export async function keyCaller(
  http: HttpService,
  { organizationId }: TestOrganization,
  options: Parameters<TestService['key']>[1],
): Promise<Caller> {
  return callerOf(http, { organizationId, ...(await http.service.key(organizationId, options)) });
}

/** Changes an organization by a commit of its own, as the platform does. */
export async function changeOrganization(
  { service: { runtime } }: HttpService,
  { organizationId }: TestOrganization,
  change: Partial<Organization>,
): Promise<void> {
  await decideAndCommit(runtime, {
    organizationId,
    reads: {},
    decide: ({ organization }, draft) => {
      draft.changeOrganization({ ...organization, ...change });
      return { reply: { status: 200, body: undefined } };
    },
  });
}

/** A valid recipient; see `recipientBody`. */
export function recipientOf(options: Parameters<typeof recipientBody>[0] = {}): CreateRecipient {
  return recipientBody(options) as CreateRecipient;
}

/** Registers somebody, and names the account to pay. */
export async function payeeOf(
  { sluice }: Pick<Caller, 'sluice'>,
  options: Parameters<typeof recipientBody>[0] = {},
): Promise<string> {
  const { methods } = await sluice.createRecipient(recipientOf(options));
  return methods[0]?.destinationAccountId ?? '';
}

/** The account of a recipient whom screening refused: the second creation answers what the first one stored. */
export async function blockedPayeeOf({ sluice }: Pick<Caller, 'sluice'>): Promise<string> {
  const body = recipientOf({ outcome: 'screening_refused', externalId: 'blocked' });
  await refusalOf(sluice.createRecipient(body));
  const { methods } = await sluice.createRecipient(body);
  return methods[0]?.destinationAccountId ?? '';
}

/** The error of a call that must fail. */
export async function refusalOf(call: PromiseLike<unknown>): Promise<SluiceError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof SluiceError) return error;
    throw error;
  }
  throw new Error('the call was not refused');
}

/** The faulty fields of a call that must be a VALIDATION_ERROR, each once. */
export async function faultsOf(call: PromiseLike<unknown>): Promise<string[]> {
  const { type, status, errors } = await refusalOf(call);
  return type === 'VALIDATION_ERROR' && status === 400 ? [...new Set(errors.map(({ path }) => path))] : [type];
}

/** What is available of the settlement currency. */
export async function availableOf({ sluice }: Pick<Caller, 'sluice'>): Promise<string> {
  return (await sluice.getBalance()).available;
}

interface Request {
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends what the client would not, signed by hand. `path` is below the API prefix, with its query. */
export async function send(
  { service, baseUrl }: HttpService,
  credentials: Credentials,
  method: string,
  path: string,
  { body, idempotencyKey, headers }: Request = {},
): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-api-key': credentials.key.id,
      ...service.sign(method, apiPrefix + path, text, credentials, idempotencyKey),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    ...(method !== 'GET' && { body: text }),
  });
  return readAnswer(response);
}
