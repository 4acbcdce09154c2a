import { inspect } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Scheduler } from 'fast-check';
import { discoverEndpoints, discoverOperations, discoverWorkers } from '../../../../functions/discover.ts';
import { callOf } from '../../../../local/table/call.ts';
import { EmbeddedTable } from '../../../../local/table/embedded-table.ts';
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts';
import type { AnyOperation } from '../../../../shared/contract/operation.ts';
import type { Worker } from '../../../../shared/contract/worker.ts';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { createIds } from '../../../../shared/ground/time/ids.ts';
import type { CardAcquirer } from '../../../../shared/ports/card-acquirer.ts';
import type { DepositChain } from '../../../../shared/ports/deposit-chain.ts';
import type { PayoutRail } from '../../../../shared/ports/payout-rail.ts';
import type { Processor } from '../../../../shared/ports/processor.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import type { TokenChain } from '../../../../shared/ports/token-chain.ts';
import type { WebhookSender } from '../../../../shared/ports/webhook-sender.ts';
import type { Peer } from '../../../local/table/peers.ts';
import { Referee } from '../../../local/table/referee.ts';
import type { Charged, TopUpCall } from '../../../support/top-ups/card-processor.ts';
import { topUps } from '../../../support/top-ups/top-ups.ts';
import { callerNames, type Story, type StoryKind } from '../plan.ts';
import type { Visit } from './browser.ts';
import { Caller } from './caller.ts';
import { Dice } from './dice.ts';
import { FaultPlan } from './fault-plan.ts';
import type { Operation } from './operation.ts';
import type { OperatorCall } from './operator.ts';
import { owners, thief } from './people.ts';
import { SimulatedQueues } from './queues.ts';
import {
  type Organization,
  possibleEndpoints,
  possiblePolicies,
  sandboxPlace,
  setUpKey,
  setUpOrganization,
} from './scene.ts';
import { connect, selfFundedPlace } from './self-funded-place.ts';
import { SimulatedService } from './service.ts';
import { SimulatedAcquirer } from './simulated-acquirer.ts';
import { SimulatedCards } from './simulated-cards.ts';
import { SimulatedChain } from './simulated-chain.ts';
import { SimulatedDeposits } from './simulated-deposits.ts';
import { SimulatedRail } from './simulated-rail.ts';
import { SimulatedReceivers } from './simulated-receivers.ts';
import { type Rewrite, SimulatedTable } from './simulated-table.ts';
import { Stage } from './stage.ts';
import { SimulatedStream } from './stream.ts';
import { Thief } from './thief.ts';
import { Witness } from './witness.ts';

const declaredEndpoints: readonly AnyEndpoint[] = (await discoverEndpoints()).map(({ declaration }) => declaration);
const declaredOperations: readonly AnyOperation[] = (await discoverOperations()).map(({ declaration }) => declaration);
const declaredWorkers: readonly Worker[] = (await discoverWorkers()).map(({ declaration }) => declaration);

/** A mistake that a programmer could make, put between the service and what it calls: the simulation must find it. */
export interface DeliberateFault {
  readonly name: string;
  /** What is wrong with the service, in plain words. */
  readonly sentence: string;
  /** Changes calls on their way to the table. Made once a run, so that it may remember. */
  readonly rewrite?: (world: World) => Rewrite;
  /** Stories of which kind show it; those about everything where absent. */
  readonly kind?: StoryKind;
  readonly deposits?: (deposits: DepositChain, world: World) => DepositChain;
  readonly rail?: (rail: PayoutRail) => PayoutRail;
  readonly cards?: (cards: Processor<TopUpCall, Charged>) => Processor<TopUpCall, Charged>;
  readonly acquirer?: (acquirer: CardAcquirer) => CardAcquirer;
  readonly chain?: (chain: TokenChain) => TokenChain;
  readonly receivers?: (receivers: WebhookSender, stage: Stage) => WebhookSender;
  readonly endpoint?: (endpoint: AnyEndpoint) => AnyEndpoint;
}

/** Beside every second story a later release runs, which stores more than this one knows. */
const markedEvery = 2;

/** Everything that one run consists of. */
export class World {
  readonly stage: Stage;
  readonly dice: Dice;
  readonly faults: FaultPlan;
  readonly witness: Witness;
  readonly table: SimulatedTable;
  readonly queues: SimulatedQueues;
  readonly stream: SimulatedStream;
  readonly rail: SimulatedRail;
  readonly receivers: SimulatedReceivers;
  readonly service: SimulatedService;
  readonly cards: SimulatedCards;
  readonly acquirer: SimulatedAcquirer;
  readonly chain: SimulatedChain;
  readonly deposits: SimulatedDeposits;
  /** With a worker and an endpoint for intents that move the balance: those of checkout do not. */
  readonly workers: readonly Worker[];
  readonly #endpoints: ReadonlyMap<string, AnyEndpoint>;
  readonly operations: Operation[] = [];
  /** What buyers and payees opened and submitted. */
  readonly visits: Visit[] = [];
  /** What operators called. */
  readonly operatorCalls: OperatorCall[] = [];
  readonly organizations: Organization[] = [];
  readonly callers: Caller[] = [];
  thief!: Thief;
  readonly tableName: string;
  readonly #deliberate: DeliberateFault;
  readonly #seed: number;
  readonly #kind: StoryKind;
  #keys = 0;

  /** @param peers tables that are to answer every call as the one in memory does */
  constructor(
    { seed, kind, faults, oneProcess }: Story,
    scheduler: Scheduler,
    deliberate: DeliberateFault,
    peers: readonly Peer[] = [],
  ) {
    this.#deliberate = deliberate;
    this.#seed = seed;
    this.#kind = kind;
    this.dice = new Dice(seed);
    this.faults = new FaultPlan(faults);
    const parts = { scheduler, dice: this.dice, faults: this.faults };
    const stage = new Stage(parts);
    this.stage = stage;
    this.faults.onStrike = (sentence) => stage.tell(sentence);
    // All forget a token after ten minutes. Those of the peers pass by the real clock.
    const memory = new EmbeddedTable(peers.length > 0 ? {} : { now: () => stage.now });
    this.tableName = memory.name;
    this.witness = new Witness(stage, memory);
    this.stream = new SimulatedStream({ ...parts, stage });
    this.witness.onChange = (change) => this.stream.offer(change);
    this.table = new SimulatedTable({
      ...parts,
      stage,
      witness: this.witness,
      table: memory,
      referee: peers.length > 0 ? new Referee(memory, peers) : undefined,
      isMarked: seed % markedEvery === 0,
    });
    this.queues = new SimulatedQueues({ ...parts, stage });
    this.rail = new SimulatedRail({ ...parts, stage, witness: this.witness, isLive: kind === 'self-funded' });
    this.cards = new SimulatedCards({ ...parts, stage });
    const { endpoint, worker } = topUps(deliberate.cards?.(this.cards) ?? this.cards);
    this.#endpoints = new Map([...declaredEndpoints, endpoint].map((one) => [one.operation, one]));
    this.workers = [...declaredWorkers.filter(({ name }) => name !== worker.name), worker];
    this.acquirer = new SimulatedAcquirer({ ...parts, stage, seed });
    this.chain = new SimulatedChain({ ...parts, stage });
    this.deposits = new SimulatedDeposits({ ...parts, stage, rail: this.rail, seed });
    this.receivers = new SimulatedReceivers({ ...parts, stage });
    this.service = new SimulatedService({
      ...parts,
      stage,
      queues: this.queues,
      rail: deliberate.rail?.(this.rail) ?? this.rail,
      acquirer: deliberate.acquirer?.(this.acquirer) ?? this.acquirer,
      deposits: this.deposits,
      depositChain: deliberate.deposits?.(this.deposits.port, this) ?? this.deposits.port,
      chain: deliberate.chain?.(this.chain) ?? this.chain,
      receivers: deliberate.receivers?.(this.receivers, stage) ?? this.receivers,
      client: this.table.client(deliberate.rewrite?.(this)),
      tableName: this.tableName,
      oneProcess,
    });
  }

  /** @throws Error when no endpoint has the name */
  endpoint(operation: string): AnyEndpoint {
    const endpoint = this.#endpoints.get(operation);
    if (!endpoint) throw new Error(`no endpoint ${operation}`);
    return this.#deliberate.endpoint?.(endpoint) ?? endpoint;
  }

  /** @throws Error when no operation has the name */
  operation(name: string): AnyOperation {
    const operation = declaredOperations.find((one) => one.name === name);
    if (!operation) throw new Error(`no operation ${name}`);
    return operation;
  }

  /** Organizations and their callers. */
  async setUp(organizationCount: number): Promise<void> {
    const runtime = this.#plainRuntime();
    for (let index = 0; index < organizationCount; index += 1) {
      const organizationId = `organization${index}`;
      const label = 'AB'[index] ?? '?';
      const place = this.#kind === 'self-funded' ? selfFundedPlace(this.deposits) : sandboxPlace(this.#seed + index);
      const policy = this.dice.pick(possiblePolicies) ?? {};
      const wanted = this.dice.pick(possibleEndpoints) ?? [];
      this.organizations.push(await setUpOrganization(runtime, { organizationId, label, ...place, policy, wanted }));
      this.stage.tell(`${label} settles in ${place.currency}, and its policy is ${inspect(policy)}`);
    }
    if (this.#kind === 'self-funded') await connect(runtime, this.deposits);
    for (const [index, name] of callerNames.entries()) {
      const organization = this.organizations[index % organizationCount] as Organization;
      const key = await setUpKey(runtime, organization, name, issuerOf(name));
      this.callers.push(new Caller(this, name, organization, key));
    }
    const [robbed] = this.organizations as [Organization];
    const key = await setUpKey(runtime, robbed, 'Mal', thief);
    this.thief = new Thief(new Caller(this, 'Mal', robbed, key));
  }

  /** One more key for a caller, who uses it from now on. */
  async giveKey(caller: Caller): Promise<void> {
    this.#keys += 1;
    const { name, organization } = caller;
    const runtime = this.#plainRuntime();
    caller.use(await setUpKey(runtime, organization, `${name}${this.#keys}`, issuerOf(name)));
  }

  #plainRuntime(): WholeRuntime {
    const send = (command: Parameters<typeof callOf>[0]) => this.table.direct(callOf(command));
    const client = { send } as unknown as DynamoDBDocumentClient;
    return {
      clock: () => this.stage.now,
      ids: createIds((size) => this.dice.bytes(size)),
      store: createStore({ client, tableName: this.tableName }),
    } as unknown as WholeRuntime;
  }
}

/** The keys of one caller were issued by an owner, those of the others by somebody who has nothing else to do with it. */
function issuerOf(name: string): string {
  return name === callerNames[0] ? owners[0] : 'simulation';
}
