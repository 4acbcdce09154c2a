import type { Logger } from '@aws-lambda-powertools/logger';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { differenceMessage } from '../../../../shared/checkout/payments/report-differences.ts';
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts';
import type { AnyOperation } from '../../../../shared/contract/operation.ts';
import type { Worker } from '../../../../shared/contract/worker.ts';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { clockToleranceMs } from '../../../../shared/ground/time/clock.ts';
import { createIds, type Ids } from '../../../../shared/ground/time/ids.ts';
import { createHandler } from '../../../../shared/http/create-handler.ts';
import { unsettledMessage } from '../../../../shared/journal/intents/resume-intent.ts';
import { performOperation } from '../../../../shared/operations/perform-operation.ts';
import { ProcessAttempts } from '../../../../shared/ports/attempt-budget.ts';
import type { CardAcquirer } from '../../../../shared/ports/card-acquirer.ts';
import type { DepositChain } from '../../../../shared/ports/deposit-chain.ts';
import type { PayoutRail } from '../../../../shared/ports/payout-rail.ts';
import type { Rails, WholeRuntime } from '../../../../shared/ports/runtime.ts';
import type { TokenChain } from '../../../../shared/ports/token-chain.ts';
import type { WebhookSender } from '../../../../shared/ports/webhook-sender.ts';
import { createRuntime } from '../../../../shared/ports/wiring/create-runtime.ts';
import { sandboxRegistration } from '../../../../shared/providers/sandbox/payouts/simulator.ts';
import { sandboxRails } from '../../../../shared/providers/sandbox/rails-without-network.ts';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import { currentInvocation, Invocation } from './invocation.ts';
import type { SimulatedQueues } from './queues.ts';
import { isInjected } from './refusals.ts';
import { sealingKeys } from './scene.ts';
import type { SimulatedDeposits } from './simulated-deposits.ts';
import type { Stage } from './stage.ts';
import { withDates } from './table-dates.ts';

/** Where pages are. Nothing is called by it. */
const pagesUrl = 'https://pay.example.com';
/** What one operator may move alone in a day: two or three transfers. */
const secondOperatorAbove = '30.00';
/** Of what is added to a total that is paid by crypto, and how many of them are drawn: so few that they clash. */
const offsets = 9_999;
const offsetsUsed = 4;
const wordsPerOffset = Math.floor(2 ** 32 / offsets) - 1;
/** API functions are ended after ten seconds. */
const requestTimeoutMs = 10_000;
const secondMs = 1_000;
/** What clocks are off by that are taken for right. */
const smallErrorsMs = [-3 * secondMs, 3 * secondMs];
/** What a clock is off by that the table's gives away. */
const largeErrorsMs = [-40 * secondMs, -20 * secondMs, -8 * secondMs, 8 * secondMs, 20 * secondMs, 40 * secondMs];

interface Parts {
  readonly stage: Stage;
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly queues: SimulatedQueues;
  readonly rail: PayoutRail;
  readonly acquirer: CardAcquirer;
  readonly chain: TokenChain;
  readonly deposits: SimulatedDeposits;
  readonly depositChain: DepositChain;
  readonly receivers: WebhookSender;
  /** All requests in one process, as on one machine, or each in its own, as Lambda does it. */
  readonly oneProcess: boolean;
}

/** Runs the real handlers and workers. What reaches outside passes the stage. */
export class SimulatedService {
  /** Failures that nobody injected. */
  readonly surprises: string[] = [];
  readonly #parts: Parts;
  #shared: WholeRuntime | undefined;
  readonly #running = new Set<Invocation>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#shared = parts.oneProcess ? this.#createRuntime() : undefined;
  }

  /** Starts a request. The promise stays pending when the process dies: race it against `invocation.died`. */
  request(endpoint: AnyEndpoint, event: APIGatewayProxyEventV2, name: string) {
    return this.#start(name, requestTimeoutMs, (runtime) => createHandler(endpoint, runtime)(event));
  }

  /** Starts a worker; `over` resolves with undefined when it failed or died. */
  work(worker: Worker, event: unknown, name: string) {
    // The trigger decides the event's type; a list of workers cannot know it.
    const handle = worker.handle as (event: unknown, runtime: WholeRuntime) => Promise<unknown>;
    const { invocation, result } = this.#start(name, worker.timeoutSeconds * 1000, (runtime) => handle(event, runtime));
    const outcome = result.then(
      (value) => ({ value }),
      (error: Error) => this.#surprised(invocation, 'a worker failed', error),
    );
    return { invocation, over: Promise.race([outcome, invocation.died.then(() => undefined)]) };
  }

  /** Starts an operation of the platform's. @param operator who calls it */
  perform(operation: AnyOperation, request: unknown, operator: string, name: string) {
    return this.#start(name, requestTimeoutMs, (runtime) =>
      performOperation(operation, request, runtime, async () => operator),
    );
  }

  /** Runs something of the service's own as an operator would. */
  operate<T>(name: string, act: (runtime: WholeRuntime) => Promise<T>): Promise<T | undefined> {
    const { invocation, result } = this.#start(name, requestTimeoutMs, act);
    return Promise.race([result, invocation.died]).then(
      (value) => (value === 'died' ? undefined : (value as T)),
      (error: Error) => this.#surprised(invocation, 'what somebody did failed', error),
    );
  }

  /** Ends whatever runs, as a deployment gone wrong does. */
  killAll(): number {
    const killed = [...this.#running];
    this.#running.clear();
    for (const invocation of killed) invocation.die();
    if (this.#shared) this.#shared = this.#createRuntime();
    return killed.length;
  }

  #start<T>(name: string, timeoutMs: number, act: (runtime: WholeRuntime) => Promise<T>) {
    const { stage, oneProcess } = this.#parts;
    const skewMs = this.#clockErrorMs(name);
    const timeout = oneProcess ? Number.POSITIVE_INFINITY : timeoutMs;
    const lifetime = { startedAt: stage.now, startedStep: stage.step, timeoutMs: timeout, skewMs };
    const invocation = new Invocation(name, lifetime);
    this.#running.add(invocation);
    const result = invocation.run(() => act(this.#shared ?? this.#createRuntime()));
    const forget = () => this.#running.delete(invocation);
    result.then(forget, forget);
    invocation.died.then(() => (oneProcess ? this.killAll() : forget()));
    return { invocation, result };
  }

  /** On one machine all share a clock, with the table too: nothing would tell that it is far off. */
  #clockErrorMs(name: string): number {
    const { faults, dice, oneProcess } = this.#parts;
    if (faults.strikes('clockOff', name)) return dice.pick(smallErrorsMs) ?? 0;
    return !oneProcess && faults.strikes('clockFarOff', name) ? (dice.pick(largeErrorsMs) ?? 0) : 0;
  }

  #createRuntime(): WholeRuntime {
    const { stage, dice, client, tableName, queues, receivers, oneProcess, deposits, depositChain } = this.#parts;
    const random = () => dice.next();
    const clock = () => stage.now + (currentInvocation()?.skewMs ?? 0);
    const judged = oneProcess ? { client } : { client: withDates(client, this.#parts), clock };
    const store = createStore({ ...judged, tableName, sleep: stage.sleep, random });
    return createRuntime(
      { clock, sleep: stage.sleep, ids: this.#ids(), store, log: this.#log() },
      {
        secrets: { sealingKeys: async () => sealingKeys },
        // What a token is made of decides nothing.
        sessions: async (token) => ({ userId: token }),
        webhooks: receivers,
        mailer: { send: async () => {} },
        webhookLoad: new ProcessAttempts(),
        rails: () => this.#rails(),
        pagesUrl,
        secondOperatorAbove,
        hints: queues,
        ...deposits.ports,
        deposits: depositChain,
      },
    );
  }

  /** Remembers whose ids they are. */
  #ids(): Ids {
    const ids = createIds((size) => this.#parts.dice.bytes(size));
    const made = (id: string) => {
      currentInvocation()?.made.push(id);
      return id;
    };
    return {
      next: (prefix, nowMs) => made(ids.next(prefix, nowMs)),
      suffix: (nowMs) => made(ids.suffix(nowMs)),
      token: () => this.#token(),
      secret: () => ids.secret(),
    };
  }

  /** As long as a real one and as unlikely to come twice, but of amounts that are drawn from it there are few. */
  #token(): string {
    const { dice } = this.#parts;
    const word = () => offsets * dice.below(wordsPerOffset) + dice.below(offsetsUsed);
    return Array.from({ length: 4 }, () => word().toString(16).padStart(8, '0')).join('');
  }

  #rails(): Rails {
    const { rail, acquirer, chain, stage } = this.#parts;
    const { screening } = sandboxRails;
    return {
      payouts: { sandbox: rail },
      acquirer,
      chain,
      screening: {
        screen: async (subject) => {
          await stage.gate('asks the screening');
          return screening.screen(subject);
        },
      },
      registration: {
        sandbox: {
          register: async (subject) => {
            await stage.gate('registers the account');
            return sandboxRegistration.register(subject);
          },
        },
      },
    };
  }

  #log(): Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> {
    const error = (message: unknown, ...[details]: readonly unknown[]) => {
      const cause = details instanceof Error ? details : (details as { error?: Error } | undefined)?.error;
      this.#surprised(currentInvocation(), String(message), cause);
    };
    return { debug: () => {}, info: () => {}, warn: () => {}, error };
  }

  #surprised(invocation: Invocation | undefined, what: string, error: Error | undefined): undefined {
    this.#parts.stage.tell(`${invocation?.name}: ${what}: ${error?.name} ${error?.message}`);
    if (isInjected(error) || isRefusal(error) || isOfWrongClock(invocation) || judgedByInvariants.has(what)) return;
    this.surprises.push(`${invocation?.name}: ${what}: ${error?.stack}`);
  }
}

/** Losing a race, or what was told to the caller, is no surprise. */
function isRefusal(error: Error | undefined): boolean {
  return error?.name === 'TransactionRefused' || error?.name === 'ServiceError';
}

/** Who differs from the table by so much may fail for that alone. */
function isOfWrongClock(invocation: Invocation | undefined): boolean {
  return Math.abs(invocation?.skewMs ?? 0) > clockToleranceMs;
}

/** Invariants ask whether there was a reason. */
const judgedByInvariants = new Set([
  'due work parked',
  unsettledMessage,
  differenceMessage,
  'a transfer to the address of a payout is parked',
  'a token was paused by its price feed',
  'a payout is above the limit of what its connection funds in a day',
  'money at the address of a payout was not found',
  'a payout waits for a flush that money of a listed sender holds back',
]);

export type Handled = APIGatewayProxyStructuredResultV2;
