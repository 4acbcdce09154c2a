import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { callOf } from '../../../local/table/call.ts';
import { EmbeddedTable } from '../../../local/table/embedded-table.ts';
import type { Item } from '../../../local/table/item.ts';
import { sandboxAcquirer } from '../../../shared/checkout/sandbox/acquirer.ts';
import { SandboxClosedPriceEntity } from '../../../shared/checkout/sandbox/price-record.ts';
import { SandboxRefundsEntity } from '../../../shared/checkout/sandbox/refund-record.ts';
import { SandboxSessionEntity } from '../../../shared/checkout/sandbox/session-record.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { format } from '../../../shared/ground/table/format.ts';
import type { CardAcquirer, Charge, TestCardPage } from '../../../shared/ports/card-acquirer.ts';
import type { Processor } from '../../../shared/ports/processor.ts';
import type { FaultPlan } from './fault-plan.ts';
import { inject } from './refusals.ts';
import type { Stage } from './stage.ts';

interface Parts {
  readonly stage: Stage;
  readonly faults: FaultPlan;
}

const secondMs = 1_000;
const hourMs = 60 * 60 * secondMs;
/** What has travelled longer than this never arrives. */
const longestWayMs = hourMs;
/** What a reading may be behind by, and when it is asked again. */
const staleMs = 40 * secondMs;

/**
 * The sandbox's card acquirer at the end of a way on which everything happens: calls and answers are lost, come late and
 * come twice, and readings are old. Its memory and its clock are its own. Beside the memory it keeps everything that it
 * ever did, so that nothing it did once can be hidden by what it did next.
 */
export class SimulatedAcquirer implements CardAcquirer {
  /** It is out as a whole. */
  isDown = false;
  /** Every charge of a card page, by attempt. */
  readonly charged = new Map<string, Set<string>>();
  /** Every refund that it accepted, by the key of its call. */
  readonly refunded = new Map<string, { readonly refundId: string; readonly externalId: string }>();
  readonly closedPrices = new Set<string>();
  readonly range: CardAcquirer['range'];
  readonly prices: CardAcquirer['prices'];
  readonly sessions: CardAcquirer['sessions'];
  readonly refunds: CardAcquirer['refunds'];
  readonly testCardPage: TestCardPage;
  readonly #sandbox: CardAcquirer;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { stage } = parts;
    const clock = () => stage.now;
    const memory = new EmbeddedTable({ now: clock });
    memory.onChange = ({ after }) => this.#remember(after);
    const send = async (command: Parameters<typeof callOf>[0]) => memory.perform(callOf(command));
    const client = { send } as unknown as DynamoDBDocumentClient;
    const sandbox = sandboxAcquirer({ store: createStore({ client, tableName: memory.name }), clock });
    this.#sandbox = sandbox;
    this.range = sandbox.range;
    this.prices = this.#processor('a price', sandbox.prices);
    this.sessions = this.#processor('a card page', sandbox.sessions);
    this.refunds = this.#processor('a refund', sandbox.refunds);
    this.testCardPage = {
      cards: sandbox.testCardPage?.cards ?? [],
      pay: (ids, session, card) =>
        this.#way(`pays on ${session.sessionId}`, () => (sandbox.testCardPage as TestCardPage).pay(ids, session, card)),
    };
  }

  closePrice(organizationId: string, priceId: string) {
    return this.#way(`takes ${priceId} back`, () => this.#sandbox.closePrice(organizationId, priceId));
  }

  closeSession(organizationId: string, sessionId: string) {
    return this.#way(`closes ${sessionId}`, () => this.#sandbox.closeSession(organizationId, sessionId));
  }

  readSession(organizationId: string, sessionId: string) {
    return this.#read(`reads ${sessionId}`, () =>
      this.#sandbox.readSession(organizationId, sessionId, this.#parts.stage.now),
    );
  }

  async readCharge(organizationId: string, externalId: string): Promise<Charge | undefined> {
    const { stage, faults } = this.#parts;
    return this.#read(`reads ${externalId}`, async () => {
      if (!faults.strikes('acquirerStale', externalId)) return this.chargeNow(organizationId, externalId);
      const charge = await this.#sandbox.readCharge(organizationId, externalId, stage.now - staleMs);
      return charge && { ...charge, nextChangeAt: stage.now + staleMs };
    });
  }

  /** A charge as it is, for whoever holds the books against it. */
  chargeNow(organizationId: string, externalId: string): Promise<Charge | undefined> {
    return this.#sandbox.readCharge(organizationId, externalId, this.#parts.stage.now);
  }

  #remember(item: Item | undefined): void {
    if (item?._et === SandboxClosedPriceEntity.entityName) this.closedPrices.add(item.priceId as string);
    if (item?._et === SandboxSessionEntity.entityName) {
      const { attemptId, externalId } = format(SandboxSessionEntity, item);
      if (externalId) this.charged.set(attemptId, (this.charged.get(attemptId) ?? new Set()).add(externalId));
    }
    if (item?._et !== SandboxRefundsEntity.entityName) return;
    const { chargeId, refunds } = format(SandboxRefundsEntity, item);
    for (const { key, refundId, refused } of refunds) {
      if (!refused) this.refunded.set(key, { refundId, externalId: chargeId });
    }
  }

  #processor<Call, Result>(what: string, { call, find }: Processor<Call, Result>): Processor<Call, Result> {
    return {
      // As real ones promise. That the sandbox never forgets would hide who repeats for ever.
      rememberKeysForMs: 12 * hourMs,
      call: (key, asked) =>
        this.#way(`is asked for ${what}, ${key}`, async () => {
          const report = await call(key, asked);
          return this.#parts.faults.strikes('acquirerUnclear', key) ? { outcome: 'unclear' } : report;
        }),
      find: (key, asked) => this.#read(`is asked about ${what}, ${key}`, () => find(key, asked)),
    };
  }

  /** Of something that changes what the acquirer has. */
  #way<T>(what: string, act: () => Promise<T>): Promise<T> {
    const { stage, faults } = this.#parts;
    const sentAt = stage.now;
    return this.#read(what, async () => {
      if (faults.strikes('acquirerLate', what)) {
        void stage
          .park(`the acquirer's call travels on: ${what}`)
          .then(() => (stage.now - sentAt > longestWayMs ? undefined : act()))
          .catch(() => undefined);
        throw inject(new Error('the acquirer could not be reached in time'));
      }
      if (faults.strikes('acquirerTwice', what)) await act().catch(() => undefined);
      return act();
    });
  }

  async #read<T>(what: string, act: () => Promise<T>): Promise<T> {
    const { stage, faults } = this.#parts;
    await stage.gate(`the acquirer ${what}`);
    if (this.isDown || faults.strikes('acquirerFails', what)) throw inject(new Error('the acquirer is out'));
    const answer = await act().catch((error: Error) => {
      throw inject(error);
    });
    const isSilent = faults.strikes('acquirerSilent', what);
    await stage.gate(`hears from the acquirer: ${isSilent ? 'nothing' : 'an answer'}`);
    if (isSilent) throw inject(new Error('the acquirer did not answer'));
    return answer;
  }
}
