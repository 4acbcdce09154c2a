import { sign } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Press } from '../../../../shared/checkout/attempts/transfer-of-view.ts';
import { linkRef } from '../../../../shared/checkout/links/link.ts';
import {
  type CryptoAttempt,
  createCryptoPayment,
} from '../../../../shared/checkout/methods/crypto/payments/create-crypto-payment.ts';
import { type AnyEndpoint, apiPrefix } from '../../../../shared/contract/endpoint.ts';
import type { AnyOperation } from '../../../../shared/contract/operation.ts';
import { canonicalString, sha256Hex } from '../../../../shared/ground/signatures/canonical.ts';
import type { Visit } from './browser.ts';
import { Buyer } from './buyer.ts';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import { type HeldKey, privateKeyOf } from './key-pairs.ts';
import { type Answer, type Attempt, errorOf, isReplay, type Operation, succeeded } from './operation.ts';
import { Operator, type OperatorCall } from './operator.ts';
import { Payee } from './payee.ts';
import type { Organization } from './scene.ts';
import type { SimulatedService } from './service.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import type { SimulatedDeposits } from './simulated-deposits.ts';
import type { Stage } from './stage.ts';

export interface Wanted {
  /** Parameters; `orgId` is the caller's own organization, unless it names another. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly key?: string | undefined;
  readonly allowDuplicate?: boolean | undefined;
  /** A member who has signed in, instead of the caller's key. */
  readonly as?: string | undefined;
}

/** After these the same request is sent again with the same key; without a key that would be another request. */
const RETRIED = new Set([
  'RATE_LIMITED',
  'INTERNAL',
  'IDEMPOTENCY_UNAVAILABLE',
  'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS',
  'PAYOUT_OUTCOME_UNKNOWN',
  'REFUND_OUTCOME_UNKNOWN',
  'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE',
  'SIGNATURE_TIMESTAMP_SKEW',
]);
/** Pauses between tries: the last outlasts the lock of an execution that died. */
const pausesMs = [300, 2_000, 13_000];

/** What a caller has to do with. */
interface Surroundings {
  readonly stage: Stage;
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly service: SimulatedService;
  readonly chain: SimulatedChain;
  readonly deposits: SimulatedDeposits;
  /** Everything that was ever asked, by whomever. */
  readonly operations: Operation[];
  readonly visits: Visit[];
  readonly operatorCalls: OperatorCall[];
  endpoint(operation: string): AnyEndpoint;
  operation(name: string): AnyOperation;
}

/** Somebody who integrates with the service: sends, waits, tries again or gives up. */
export class Caller {
  readonly name: string;
  readonly organization: Organization;
  /** Where it stands in the feed. */
  since = '0';
  /** Where it stands in the audit log, and what it has read there. */
  readonly audit = { from: '2000-01-01T00:00:00.000Z', seen: [] as string[] };
  readonly operations: Operation[] = [];
  #key: HeldKey;
  readonly #world: Surroundings;
  #keys = 0;

  constructor(world: Surroundings, name: string, organization: Organization, key: HeldKey) {
    this.#world = world;
    this.name = name;
    this.organization = organization;
    this.#key = key;
  }

  get key(): HeldKey {
    return this.#key;
  }

  /** Signs with another key from now on. */
  use(key: HeldKey): void {
    this.#key = key;
  }

  /** A time ahead, as the API takes it. */
  inDays(days: number): string {
    return new Date(this.#world.stage.now + days * 24 * 60 * 60_000).toISOString();
  }

  /** Somebody who was sent a link of the caller's. */
  buyer(cookie: string): Buyer {
    return new Buyer(this.#world, cookie);
  }

  /** Somebody who was sent a payout link of the caller's. @param cookie absent where their browser keeps none */
  payee(cookie: string | undefined, address: string): Payee {
    return new Payee(this.#world, cookie, address);
  }

  /** Lets time pass. */
  wait(ms: number): Promise<void> {
    return this.#world.stage.sleep(ms);
  }

  /** Where anybody can send tokens. */
  get chain(): SimulatedChain {
    return this.#world.chain;
  }

  /** Where organizations send the money of payouts that they fund themselves. */
  get deposits(): SimulatedDeposits {
    return this.#world.deposits;
  }

  /**
   * A buyer presses "Pay by crypto", or "Another payment". As on the page: nobody has the address of a draft.
   * @param press from a page that was just opened, unless it says otherwise
   * @returns what the buyer is asked to send; undefined where that is nothing
   */
  openCrypto(
    { linkId }: Pick<Organization['links'][number], 'linkId'>,
    buyer: string,
    press: Partial<Press> = {},
  ): Promise<CryptoAttempt | undefined> {
    const { organizationId } = this.organization;
    return this.#world.service.operate(`a buyer's submission of ${linkId} by crypto`, async (runtime) => {
      const link = await runtime.store.get(linkRef(organizationId, linkId));
      const by = { browser: buyer, network: 'one', seenAt: runtime.clock(), ...press };
      if (link?.status === 'draft') return undefined;
      const opened = link && (await createCryptoPayment(runtime, link, by, {}));
      return opened && 'open' in opened ? opened.open : undefined;
    });
  }

  /** One of the platform's operators, whom the caller's bank tells of transfers. */
  operator(identity: string): Operator {
    return new Operator(this.#world, identity);
  }

  newKey(): string {
    this.#keys += 1;
    return `${this.name.toLowerCase()}-${this.#keys}`;
  }

  /** @param operation its name; @param tries how often it is sent before the caller gives up */
  async perform(operation: string, wanted: Wanted, tries = 1): Promise<Answer | undefined> {
    return this.send(this.#operation(operation, wanted), tries);
  }

  /** Sends an operation, for the first time or again. @returns undefined when no answer came */
  async send(operation: Operation, tries = 1): Promise<Answer | undefined> {
    const { stage } = this.#world;
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#attempt(operation);
      const isFinal = answer && !RETRIED.has(errorOf(answer) ?? '');
      if (isFinal || attempt + 1 >= tries || (!operation.key && operation.text)) return answer;
      await stage.sleep(pausesMs[Math.min(attempt, pausesMs.length - 1)] ?? 0);
    }
  }

  #operation(name: string, { path = {}, query = {}, body, key, allowDuplicate, as }: Wanted): Operation {
    const endpoint = this.#world.endpoint(name);
    const pathParameters = { orgId: this.organization.organizationId, ...path };
    const operation: Operation = {
      caller: this.name,
      organization: this.organization,
      endpoint,
      path: Object.entries(pathParameters).reduce(
        (template, [parameter, value]) => template.replace(`{${parameter}}`, value),
        apiPrefix + endpoint.path,
      ),
      query,
      pathParameters,
      text: body === undefined ? '' : JSON.stringify(body),
      key,
      allowDuplicate,
      as,
      attempts: [],
    };
    this.operations.push(operation);
    this.#world.operations.push(operation);
    return operation;
  }

  async #attempt(operation: Operation): Promise<Answer | undefined> {
    const { stage, faults, service } = this.#world;
    const what = `${operation.endpoint.operation}${operation.key ? ` ${operation.key}` : ''}`;
    const event = this.#sign(operation);
    const startedStep = stage.step;
    stage.tell(`${this.name} (${this.organization.label}) sends ${what} ${operation.text}`);
    await stage.park(`${this.name}: ${what} travels`);
    if (faults.strikes('requestLost', what)) {
      operation.attempts.push({ startedStep, isReceived: false });
      return undefined;
    }
    const name = `${this.name}'s ${what}#${operation.attempts.length + 1}`;
    const { invocation, result } = service.request(operation.endpoint, event, name);
    const attempt: Attempt = {
      startedStep,
      invocation,
      isReceived: false,
      keyId: operation.as ? undefined : this.#key.id,
    };
    operation.attempts.push(attempt);
    const answered = result.then(({ statusCode, body, headers }) => {
      attempt.answer = { status: statusCode ?? 0, text: body ?? '', headers: headers as Record<string, string> };
      attempt.endedStep = stage.step;
      return attempt.answer;
    });
    const answer = await Promise.race([answered, invocation.died, ...this.#impatience(what)]);
    if (answer === 'died' || answer === 'impatient' || faults.strikes('responseLost', what)) {
      stage.tell(`${this.name} hears nothing of ${what}`);
      return undefined;
    }
    attempt.isReceived = true;
    stage.tell(`${this.name} is answered ${told(answer)} to ${what}`);
    return answer;
  }

  #impatience(what: string): Promise<'impatient'>[] {
    const { stage, faults } = this.#world;
    if (!faults.strikes('callerImpatient', what)) return [];
    return [stage.sleep(500).then(() => 'impatient' as const)];
  }

  #sign({ endpoint, path, query, pathParameters, text, key, allowDuplicate, as }: Operation): APIGatewayProxyEventV2 {
    const { stage, dice } = this.#world;
    const rawQueryString = new URLSearchParams(query).toString();
    const timestamp = Math.floor(stage.now / 1000).toString();
    const nonce = dice.text(16);
    const canonical = canonicalString({
      keyId: this.#key.id,
      method: endpoint.method,
      target: rawQueryString ? `${path}?${rawQueryString}` : path,
      bodyHash: sha256Hex(text),
      idempotencyKey: key ?? '',
      timestamp,
      nonce,
    });
    return {
      version: '2.0',
      routeKey: `${endpoint.method} ${path}`,
      rawPath: path,
      rawQueryString,
      headers: {
        'content-type': 'application/json',
        ...(as === undefined
          ? {
              'x-api-key': this.#key.id,
              'x-svc-timestamp': timestamp,
              'x-svc-nonce': nonce,
              'x-svc-signature': sign('sha256', Buffer.from(canonical), privateKeyOf(this.#key)).toString('base64'),
            }
          : { authorization: `Bearer ${as}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(allowDuplicate && { 'x-allow-duplicate': 'true' }),
      },
      pathParameters,
      requestContext: { http: { method: endpoint.method, path, protocol: 'HTTP/1.1', sourceIp: '203.0.113.7' } },
      body: text,
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEventV2;
  }
}

function told(answer: Answer): string {
  const { status } = answer;
  return succeeded(answer) ? `${status}${isReplay(answer) ? ' (a replay)' : ''}` : `${status} ${errorOf(answer)}`;
}
