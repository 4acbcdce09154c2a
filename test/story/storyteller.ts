import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { discoverEndpoints } from '../../functions/discover.ts';
import { createMemoryTable } from '../../local/table/memory-client.ts';
import { issueApiKey } from '../../shared/access/api-keys/issue-api-key.ts';
import { createOrganization } from '../../shared/access/organizations/create-organization.ts';
import { addMember } from '../../shared/access/team/add-member.ts';
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts';
import { createIds } from '../../shared/ground/time/ids.ts';
import { apiKeyRef } from '../../shared/identity/api-key.ts';
import type { Role } from '../../shared/identity/roles.ts';
import { decideAndCommit } from '../../shared/journal/commit/decide.ts';
import { sweepDueWork } from '../../shared/journal/due/sweep-due-work.ts';
import type { Hint } from '../../shared/ports/hint-queue.ts';
import { createHttpSender } from '../../shared/webhooks/sender/http-sender.ts';
import type { Intercept } from '../support/faults.ts';
import { deliverInBatches } from '../support/journey.ts';
import { type Answer, type Credentials, TestClock, TestService, type TestSession } from '../support/service.ts';
import { Chance } from './chance.ts';

/** What an operation was sent and what it answered, the first time that it answered this status. */
export interface Told {
  /** What the path named beside the organization. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly request?: unknown;
  /** By status: JSON, or the text of an answer that is none. */
  readonly answers: Record<string, unknown>;
}

interface Delivered {
  readonly type: string;
}

export interface Call {
  /** What the path names. The organization is filled in. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly unsigned?: true;
  readonly idempotencyKey?: string;
  /** How its calls to the table end; as they do when absent. */
  readonly intercept?: Intercept;
}

/** Chosen by chance, once. */
const organizationId = 'q5fe47igx1f3o9t60u2ytnpn';
/** Nobody calls that often in a day, but in a story. */
const rateLimitOverride = 100_000;
const day = Date.parse('2026-03-02T09:00:00.000Z');
/** Between two calls, so that no two things happen at the same time. */
const betweenCallsMs = 1_250;
/** Due work is looked for this often; the sandbox's shortest delays are of a few seconds. */
const stepMs = 1_000;

/**
 * Plays the service and remembers what is said. Clock, ids and keys are the same in every run, so that the same story is
 * told byte for byte; handlers, workers and validation are the real ones.
 */
export class Storyteller {
  readonly told: Record<string, Told> = {};
  /** What the organization's endpoints were sent. */
  readonly delivered: readonly Delivered[];
  readonly service: TestService;
  readonly #endpoints: readonly AnyEndpoint[];
  readonly #chance: Chance;

  /** @param delivered what the organization's endpoints were sent so far */
  constructor(
    service: TestService,
    endpoints: readonly AnyEndpoint[],
    chance: Chance,
    delivered: readonly Delivered[] = [],
  ) {
    this.service = service;
    this.delivered = delivered;
    this.#endpoints = endpoints;
    this.#chance = chance;
  }

  static async begin(): Promise<Storyteller> {
    const endpoints = (await discoverEndpoints()).map(({ declaration }) => declaration);
    const chance = new Chance('sluice');
    const delivered: Delivered[] = [];
    const { faultOf } = createHttpSender({ loopback: false });
    const service = new TestService(
      createMemoryTable('story'),
      endpoints,
      {
        ids: createIds((size) => chance.bytes(size)),
        // Tokens are the identity provider's business: here a token is the name of its person.
        sessions: async (userId) => ({ userId }),
        // The receiver of the story answers at once, and always well.
        webhooks: {
          faultOf,
          send: async ({ body }) => {
            delivered.push(JSON.parse(body));
            return { accepted: true, status: 200 };
          },
        },
        rateLimitOverride,
      },
      new TestClock(day),
    );
    return new Storyteller(service, endpoints, chance, delivered);
  }

  readonly organization = { organizationId };

  /** The organization of the story, with a key that may do everything. */
  async found(name: string): Promise<Credentials> {
    const { runtime } = this.service;
    await createOrganization(runtime, {
      organizationId,
      name,
      mode: 'sandbox',
      features: ['mass_payouts', 'developer'],
    });
    const { privateKey, publicKey } = this.keyPair();
    const scopes = ['read', 'write', 'refunds', 'crypto_payouts'] as const;
    const issued = { organizationId, name: 'payroll server', publicKey, scopes, issuedBy: 'user-ada' };
    const { body } = await issueApiKey(runtime, issued);
    const key = await runtime.store.get(apiKeyRef(body.id));
    if (!key) throw new Error('the key of the story is missing');
    return { key, privateKey };
  }

  /** Somebody who has signed in and has a role. */
  async member(userId: string, role: Role): Promise<TestSession> {
    await decideAndCommit(this.service.runtime, {
      organizationId: organizationId,
      reads: {},
      decide: ({ organization }, draft) => {
        addMember(draft, organization, { userId, role, email: `${userId.replace('user-', '')}@example.com` });
        return { reply: { status: 200, body: undefined } };
      },
    });
    return { userId, token: userId };
  }

  /** A P-256 pair that follows from the story's chance; the public key is PEM. */
  keyPair(): { readonly publicKey: string; readonly privateKey: KeyObject } {
    const privateKey = createPrivateKey({ key: this.#chance.sec1(), format: 'der', type: 'sec1' });
    const publicKey = createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }) as string;
    return { publicKey, privateKey };
  }

  /** Calls an operation, which must succeed, and remembers it. */
  async tell(operation: string, by: Credentials | TestSession, call: Call = {}): Promise<Answer['body']> {
    const answer = await this.call(operation, by, call);
    if (answer.status >= 400) throw new Error(`${operation} answered ${answer.status}: ${answer.text}`);
    const { path, query, body } = call;
    const sent = { ...(path && { path }), ...(query && { query }), ...(body !== undefined && { request: body }) };
    const told = this.told[operation] ?? { ...sent, answers: {} };
    told.answers[answer.status] ??= answer.body ?? answer.text;
    this.told[operation] = told;
    return answer.body;
  }

  /** Calls an operation that must refuse. */
  async refused(operation: string, by: Credentials | TestSession, call: Call = {}): Promise<Answer['body']> {
    const answer = await this.call(operation, by, call);
    if (answer.status < 400) throw new Error(`${operation} answered ${answer.status}, and was to refuse`);
    return answer.body;
  }

  /** Calls an operation unsigned, which is challenged. */
  async challenged(operation: string, by: Credentials): Promise<Answer['body']> {
    const { status, body } = await this.call(operation, by, { unsigned: true });
    if (status !== 202) throw new Error(`${operation} answered ${status}, and was to challenge`);
    // The id is sealed with true chance: another one of its length stands for it.
    return { ...body, requestId: this.#chance.bytes(96).toString('base64url').slice(0, body.requestId.length) };
  }

  /** Lets time pass, in which due work is done as it becomes due. */
  async pass(ms: number): Promise<void> {
    const { clock, hints, runtime } = this.service;
    for (let passed = 0; passed < ms; passed += stepMs) {
      clock.advance(stepMs);
      hints.take();
      await sweepDueWork(runtime);
      await this.deliver(hints.take().filter(({ dueAt }) => dueAt <= clock.now));
    }
    await this.offerEvents();
  }

  /** As the table's stream does after every commit. */
  protected async offerEvents(): Promise<void> {
    const beyondAll = Number.MAX_SAFE_INTEGER;
    const dueAt = this.service.clock.now;
    await this.deliver([
      { kind: 'endpoints', organizationId, resourceId: '*', dueAt, sequence: beyondAll, seenAt: dueAt },
    ]);
  }

  /** Delivers hints to the workers, as queues do. */
  protected deliver(hints: readonly Hint[]): Promise<void> {
    return deliverInBatches(this.service, hints);
  }

  protected async call(operation: string, by: Credentials | TestSession, call: Call): Promise<Answer> {
    const { path = {}, query, body, unsigned, idempotencyKey, intercept } = call;
    const endpoint = this.#endpoints.find((candidate) => candidate.operation === operation);
    if (!endpoint) throw new Error(`no operation ${operation}`);
    const values: Readonly<Record<string, string>> = { orgId: organizationId, ...path };
    const target = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `{${name}}`);
    const asked = query ? `?${new URLSearchParams(query)}` : '';
    this.service.clock.advance(betweenCallsMs);
    const key = idempotencyKey ?? `${operation}-${this.#chance.bytes(4).toString('hex')}`;
    return this.#process(intercept).call(endpoint.method, target + asked, by, {
      ...(unsigned && { unsigned }),
      ...(body !== undefined && { body }),
      ...(endpoint.idempotency !== 'none' && { idempotencyKey: key }),
    });
  }

  #process(intercept: Intercept | undefined): TestService {
    if (!intercept) return this.service;
    const { ids, sessions } = this.service.runtime;
    return this.service.process(intercept, { ids, sessions, rateLimitOverride });
  }
}
