import { type KeyObject, randomUUID, sign } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { discoverEndpoints } from '../../functions/discover.ts';
import { issueApiKey } from '../../shared/access/api-keys/issue-api-key.ts';
import { createOrganization } from '../../shared/access/organizations/create-organization.ts';
import { addMember } from '../../shared/access/team/add-member.ts';
import {
  type AnyEndpoint,
  apiPrefix,
  fullPath,
  methodsOf,
  type Reply,
  usesOf,
} from '../../shared/contract/endpoint.ts';
import { canonicalString, sha256Hex } from '../../shared/ground/signatures/canonical.ts';
import { createStore } from '../../shared/ground/table/create-store.ts';
import { refTo } from '../../shared/ground/table/expressions.ts';
import { Pace } from '../../shared/ground/time/pace.ts';
import { createHandler } from '../../shared/http/create-handler.ts';
import { type ApiKey, apiKeyRef, type Scope } from '../../shared/identity/api-key.ts';
import { OrganizationEntity } from '../../shared/identity/organization.ts';
import type { Role } from '../../shared/identity/roles.ts';
import { decideAndCommit } from '../../shared/journal/commit/decide.ts';
import { ProcessAttempts } from '../../shared/ports/attempt-budget.ts';
import type { DueKind } from '../../shared/ports/due-kinds.ts';
import type { Hint } from '../../shared/ports/hint-queue.ts';
import type { Mode, Rails, WholeRuntime } from '../../shared/ports/runtime.ts';
import { createRuntime } from '../../shared/ports/wiring/create-runtime.ts';
import { sandboxAcquirer } from '../../shared/providers/sandbox/cards/acquirer.ts';
import { sandboxChain } from '../../shared/providers/sandbox/chain/chain.ts';
import { sandboxRails } from '../../shared/providers/sandbox/rails-without-network.ts';
import { createHttpSender } from '../../shared/webhooks/sender/http-sender.ts';
import { expectDeclared } from './declared-answer.ts';
import { createTestTable, type TestTable } from './dynamodb.ts';
import { type Intercept, wrap } from './faults.ts';
import { inventedConnections } from './invented-connections.ts';
import { signIn, testSessions } from './issuer.ts';
import { asRolesAllow, inTheRoleOf } from './leading-keys.ts';
import { newKeyPair } from './public-keys.ts';
import { keptSecrets, testKeys, withinDeclaration } from './secrets.ts';

/** A clock that a test moves by hand. */
export class TestClock {
  now: number;

  constructor(now = Date.parse('2026-03-01T12:00:00.000Z')) {
    this.now = now;
  }

  advance(ms: number): void {
    this.now += ms;
  }
}

/** Keeps hints in memory, as the queue would, until a test takes them. */
export class TestHints {
  readonly sent: Hint[] = [];

  async send(hints: readonly Hint[]): Promise<void> {
    this.sent.push(...hints);
  }

  async backlog(kind: DueKind): Promise<number> {
    return this.sent.filter((hint) => hint.kind === kind).length;
  }

  /** Removes all hints and returns them. */
  take(): Hint[] {
    return this.sent.splice(0);
  }
}

export interface Answer {
  readonly status: number;
  /** The body as it was sent. */
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Any shape, because tests read the answers of all endpoints. */
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface Credentials {
  readonly key: ApiKey;
  readonly privateKey: KeyObject;
}

/** Somebody who has signed in. */
export interface TestSession {
  readonly userId: string;
  readonly token: string;
}

export interface CallOptions {
  readonly body?: unknown;
  /** Used instead of `body`, and sent as it is. */
  readonly rawBody?: string | Buffer;
  readonly idempotencyKey?: string;
  /** Added last: they may replace signature headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves the signature out. */
  readonly unsigned?: true;
  readonly sourceIp?: string;
}

/** The service in one process: the real handlers on a table of their own. The test controls time, queues and ports. */
export class TestService {
  readonly clock: TestClock;
  readonly hints = new TestHints();
  readonly runtime: WholeRuntime;
  /** Whether answers may show values of a later release, which the description of this one does not have. */
  isBesideLaterRelease = false;
  readonly #endpoints: readonly AnyEndpoint[];
  readonly #memory: TestTable;

  constructor(
    table: TestTable,
    endpoints: readonly AnyEndpoint[],
    overrides: Partial<WholeRuntime>,
    clock = new TestClock(),
    /** What the sandbox's acquirer remembers with: no fault of a process reaches it. */
    memory = table,
  ) {
    this.#endpoints = endpoints;
    this.clock = clock;
    this.#memory = memory;
    const remembered = { store: createStore(memory), clock: () => this.clock.now };
    const [acquirer, chain] = [sandboxAcquirer(remembered), sandboxChain(remembered)];
    const place = {
      clock: () => this.clock.now,
      sleep: async () => undefined,
      store: createStore({ ...table, client: wrap(table.client, asRolesAllow) }),
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    };
    this.runtime = createRuntime(place, {
      hints: this.hints,
      secrets: keptSecrets(),
      sessions: testSessions,
      webhooks: createHttpSender({ loopback: true }),
      mailer: { send: async () => {} },
      webhookLoad: new ProcessAttempts(),
      pagesUrl: 'https://pay.example.com',
      secondOperatorAbove: 'none',
      connections: inventedConnections({ sealingKeys: testKeys() }),
      rails: (mode: Mode): Rails | undefined => (mode === 'sandbox' ? { ...sandboxRails, acquirer, chain } : undefined),
      ...overrides,
    });
  }

  /** @param more endpoints that only the test has */
  static async start(
    overrides: Partial<WholeRuntime> = {},
    table?: TestTable,
    more: readonly AnyEndpoint[] = [],
  ): Promise<TestService> {
    const discovered = await discoverEndpoints();
    const endpoints = [...discovered.map(({ declaration }) => declaration), ...more];
    return new TestService(table ?? (await createTestTable()), endpoints, overrides);
  }

  /**
   * Another process of the same service, on the same table and clock. Its calls to the table are wrapped by
   * `intercept`.
   */
  process(intercept: Intercept, overrides: Partial<WholeRuntime> = {}): TestService {
    const { client, tableName } = this.runtime.store;
    const { log } = this.runtime;
    const table = { client: wrap(client, intercept), tableName };
    return new TestService(table, this.#endpoints, { log, ...overrides }, this.clock, this.#memory);
  }

  /** The handlers in the form that a gateway takes. */
  handlers() {
    const handlerOf = (endpoint: AnyEndpoint) => createHandler(endpoint, this.runtime);
    const isFallback = ({ operation }: AnyEndpoint) => operation === 'routeNotFound';
    return {
      routes: this.#endpoints
        .filter((endpoint) => !isFallback(endpoint))
        .flatMap((endpoint) => {
          const handler = handlerOf(endpoint);
          return methodsOf(endpoint).map((method) => ({ routeKey: `${method} ${fullPath(endpoint)}`, handler }));
        }),
      fallback: handlerOf(this.#endpoints.find(isFallback) as AnyEndpoint),
    };
  }

  /** An organization with a key that may do everything; it settles in dollars unless said otherwise. */
  async organization(
    mode: Mode = 'sandbox',
    settlementCurrency?: string,
  ): Promise<Credentials & { organizationId: string }> {
    const { organizationId } = await createOrganization(this.runtime, { name: 'Example', mode, settlementCurrency });
    return { organizationId, ...(await this.key(organizationId)) };
  }

  async key(organizationId: string, options: Partial<Parameters<typeof issueApiKey>[1]> = {}): Promise<Credentials> {
    const { publicKey, privateKey } = newKeyPair();
    const scopes: readonly Scope[] = ['read', 'write', 'refunds', 'crypto_payouts'];
    // With a pace of its own, so that this process does not learn from it how long commits take.
    const platform = { ...this.runtime, pace: new Pace() };
    const { body } = await issueApiKey(platform, {
      organizationId,
      name: 'test',
      publicKey,
      scopes,
      issuedBy: 'test',
      ...options,
    });
    return { key: (await this.runtime.store.get(apiKeyRef(body.id))) as ApiKey, privateKey };
  }

  /** A member of an organization who has signed in, with a new user id unless one is given. */
  async member(organizationId: string, role: Role, userId = `user-${randomUUID()}`): Promise<TestSession> {
    await decideAndCommit(this.runtime, {
      organizationId,
      reads: {},
      decide: ({ organization }, draft) => {
        addMember(draft, organization, { userId, role, email: `${userId}@example.com` });
        return { reply: { status: 200, body: undefined } };
      },
    });
    return this.person(userId);
  }

  /** Somebody who has signed in and is not yet a member of any organization. */
  async person(userId = `user-${randomUUID()}`): Promise<TestSession> {
    return { userId, token: await signIn(userId) };
  }

  /**
   * Does what an endpoint does with a valid request of a key, but without a request: nothing is signed, limited, kept
   * for a replay or audited. Use it to prepare a test that is about another call.
   * @returns the body as a caller reads it
   */
  async arrange(
    operation: string,
    { organizationId }: { readonly organizationId: string },
    body: unknown,
  ): Promise<Answer['body']> {
    const endpoint = this.#endpoints.find((candidate) => candidate.operation === operation) as AnyEndpoint;
    const organization = await this.runtime.store.get(refTo(OrganizationEntity, { organizationId }));
    const caller = { kind: 'key', key: { scopes: ['read', 'write', 'refunds', 'crypto_payouts'] } };
    const call = { body: endpoint.body?.parse(body), organization, caller, runtime: this.runtime, execution: {} };
    const reply = (await endpoint.handle(call as never)) as Reply;
    return JSON.parse(JSON.stringify(reply.body));
  }

  /**
   * Calls the real handler of the matching route, signed with the direct flow or with a session's token. `path` is
   * below the API prefix.
   */
  async call(
    method: string,
    path: string,
    credentials: Credentials | TestSession,
    options: CallOptions = {},
  ): Promise<Answer> {
    const body = options.rawBody ?? (options.body === undefined ? '' : JSON.stringify(options.body));
    const target = apiPrefix + path;
    return this.send(
      method,
      target,
      body,
      {
        'content-type': 'application/json',
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
        ...this.#authenticate(method, target, body, credentials, options),
        ...options.headers,
      },
      options.sourceIp,
    );
  }

  #authenticate(
    method: string,
    target: string,
    body: string | Buffer,
    credentials: Credentials | TestSession,
    { unsigned, idempotencyKey }: CallOptions,
  ): Record<string, string> {
    if ('token' in credentials) return { authorization: `Bearer ${credentials.token}` };
    const signed = unsigned ? {} : this.sign(method, target, body, credentials, idempotencyKey);
    return { 'x-api-key': credentials.key.id, ...signed };
  }

  /** A POST with a new idempotency key unless one is given. */
  post(
    path: string,
    credentials: Credentials | TestSession,
    body: unknown,
    options: CallOptions = {},
  ): Promise<Answer> {
    return this.call('POST', path, credentials, { idempotencyKey: randomUUID(), ...options, body });
  }

  get(path: string, credentials: Credentials | TestSession, options: CallOptions = {}): Promise<Answer> {
    return this.call('GET', path, credentials, options);
  }

  /** Headers of the direct flow. */
  sign(
    method: string,
    target: string,
    body: string | Buffer,
    { key, privateKey }: Credentials,
    idempotencyKey = '',
  ): Record<string, string> {
    const timestamp = Math.floor(this.clock.now / 1000).toString();
    const nonce = randomUUID();
    const canonical = canonicalString({
      keyId: key.id,
      method,
      target,
      bodyHash: sha256Hex(body),
      idempotencyKey,
      timestamp,
      nonce,
    });
    const signature = sign('sha256', Buffer.from(canonical), privateKey).toString('base64');
    return { 'x-svc-signature': signature, 'x-svc-timestamp': timestamp, 'x-svc-nonce': nonce };
  }

  /** Sends headers and bytes as they are. `target` is the full path with its query. */
  async send(
    method: string,
    target: string,
    body: string | Buffer,
    headers: Readonly<Record<string, string>>,
    sourceIp = '203.0.113.7',
  ): Promise<Answer> {
    const [rawPath = '', rawQueryString = ''] = target.split(/\?(.*)/s);
    const { endpoint, pathParameters } = this.#route(method, rawPath);
    const event = {
      version: '2.0',
      routeKey: `${method} ${rawPath}`,
      rawPath,
      rawQueryString,
      headers,
      ...(headers.cookie && { cookies: headers.cookie.split('; ') }),
      pathParameters,
      requestContext: { http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' } },
      body: typeof body === 'string' ? body : body.toString('base64'),
      isBase64Encoded: typeof body !== 'string',
    } as unknown as APIGatewayProxyEventV2;
    const result = await this.invoke(endpoint, event);
    // The headers of an answer to HEAD tell of a body that it does not have.
    const isHead = method === 'HEAD';
    const answer = {
      status: result.statusCode ?? 0,
      text: result.body ?? '',
      headers: result.headers as Record<string, string>,
      body: isJson(result.headers) && !isHead ? JSON.parse(result.body ?? 'null') : undefined,
    };
    if (!this.isBesideLaterRelease && !isHead) expectDeclared(endpoint, answer);
    return answer;
  }

  /** Answers an event by the handler of this process. Subclasses may answer in another way. */
  protected invoke(endpoint: AnyEndpoint, event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
    const handler = createHandler(endpoint, withinDeclaration(this.runtime, usesOf(endpoint).includes('sealing')));
    return inTheRoleOf(endpoint, () => handler(event));
  }

  #route(method: string, rawPath: string) {
    const segments = rawPath.split('/');
    const candidates = this.#endpoints
      .filter((endpoint) => methodsOf(endpoint).includes(method) && endpoint.operation !== 'routeNotFound')
      .map((endpoint) => ({ endpoint, pathParameters: matchPath(fullPath(endpoint).split('/'), segments) }))
      .filter(({ pathParameters }) => pathParameters !== undefined)
      .sort((a, b) => Object.keys(a.pathParameters ?? {}).length - Object.keys(b.pathParameters ?? {}).length);
    const fallback = this.#endpoints.find(({ operation }) => operation === 'routeNotFound') as AnyEndpoint;
    return candidates[0] ?? { endpoint: fallback, pathParameters: {} };
  }
}

/** Pages answer HTML and files too. */
function isJson(headers: APIGatewayProxyStructuredResultV2['headers']): boolean {
  return String(headers?.['content-type']).startsWith('application/json');
}

function matchPath(template: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    const name = /^\{(.+)\}$/.exec(part)?.[1];
    if (name) parameters[name] = segment;
    else if (part !== segment) return undefined;
  }
  return parameters;
}
