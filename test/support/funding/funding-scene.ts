import { ConnectionEntity } from '../../../shared/connections/connection.ts';
import { type Recipient, RecipientEntity } from '../../../shared/corridors/recipients/recipient.ts';
import { createStore } from '../../../shared/ground/table/create-store.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { create } from '../../../shared/ground/table/writes.ts';
import { OrganizationEntity } from '../../../shared/identity/organization.ts';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import { blockRecipient } from '../../../shared/operations/rescreen/block-recipient.ts';
import type { Corridor } from '../../../shared/ports/corridor.ts';
import type { Hint } from '../../../shared/ports/hint-queue.ts';
import type { Rails, WholeRuntime } from '../../../shared/ports/runtime.ts';
import type { SenderScreening } from '../../../shared/ports/screening.ts';
import { depositRecords, notedDeposits } from '../../../shared/providers/records/deposit-record.ts';
import { sandboxCorridors } from '../../../shared/providers/sandbox/corridors/catalog.ts';
import { sandboxRails } from '../../../shared/providers/sandbox/rails-without-network.ts';
import { storedItems } from '../answers.ts';
import { CapturedLog } from '../captured-log.ts';
import { createTestTable, type TestTable } from '../dynamodb.ts';
import { FakeRail } from '../fake-rail.ts';
import { addRecipient, bodyOf, deliverInBatches, pathOf, type TestOrganization } from '../journey.ts';
import { type Answer, TestService, type TestSession } from '../service.ts';
import { PlayedChain, type PlayedTransaction } from './played-chain.ts';
import { playedConnection } from './played-connection.ts';
import { selfFundedCorridor } from './self-funded-corridor.ts';

type Body = Answer['body'];

/** A rail of a bank that offers both. */
export class FundedRail extends FakeRail {
  override corridors(): readonly Corridor[] {
    return [...sandboxCorridors, selfFundedCorridor];
  }
}

/** A live organization that can fund payouts itself, the chain, and the rail. */
export class FundingScene {
  readonly rail = new FundedRail();
  readonly chain = new PlayedChain();
  readonly log = new CapturedLog();
  /** Addresses that the sanctions list names. */
  readonly listed = new Set<string>();
  readonly senders: SenderScreening = {
    screenSender: async (address) => (this.listed.has(address) ? 'refused' : 'clear'),
  };
  service!: TestService;
  of!: TestOrganization;
  payee!: Body;
  #operator: TestSession | undefined;

  static async start(overrides: Partial<WholeRuntime> = {}, table?: TestTable): Promise<FundingScene> {
    const scene = new FundingScene();
    const rails = () => ({ ...sandboxRails, payouts: { sandbox: scene.rail } }) as Rails;
    const memory = createStore(await createTestTable());
    scene.service = await TestService.start(
      {
        depositRecords: depositRecords(memory, () => scene.service.clock.now),
        notedDeposits: notedDeposits(memory),
        deposits: scene.chain.port,
        flusher: scene.chain.flusher,
        senders: scene.senders,
        log: scene.log.log,
        rails,
        ...overrides,
      },
      table,
    );
    scene.of = await scene.organization();
    scene.payee = await addRecipient(scene.service, scene.of);
    return scene;
  }

  /** A live organization with a connection for the chain, and nothing in its balance. */
  async organization(): Promise<TestOrganization> {
    const of = await this.service.organization('live');
    await this.change(of, { connections: { 'chain/base': this.chain.connectionId }, verified: true });
    return of;
  }

  /** Stores the connection as two operators would have made it, so that they can pause its tokens. */
  async connect(): Promise<void> {
    const { runtime, clock } = this.service;
    const row = playedConnection(this.chain, clock.now);
    await runtime.store.transact([create(ConnectionEntity, row)], runtime.ids.token());
  }

  change({ organizationId }: TestOrganization, change: object): Promise<unknown> {
    return decideAndCommit(this.service.runtime, {
      organizationId,
      reads: {},
      decide: ({ organization }, draft) => {
        draft.changeOrganization({ ...organization, ...change });
        return { reply: { status: 200, body: undefined } };
      },
    });
  }

  newPayee(of: TestOrganization): Promise<Body> {
    return addRecipient(this.service, of);
  }

  organizationRow(of = this.of) {
    return this.service.runtime.store.get(refTo(OrganizationEntity, { organizationId: of.organizationId }));
  }

  /** Asks for a payout of 100.00 that the organization funds itself. */
  pay(body: object = {}, { of = this.of, payee = this.payee }: { of?: TestOrganization; payee?: Body } = {}) {
    const { destinationAccountId } = payee.methods[0];
    return this.service.post(`${pathOf(of)}/payouts`, of, {
      amount: '100.00',
      destinationAccountId,
      funding: 'self',
      ...body,
    });
  }

  async payout(body: object = {}): Promise<Body> {
    return bodyOf(await this.pay(body));
  }

  /** Mines a transfer to the address of a payout and makes it final. @param amount millionths of a dollar */
  send({ payoutId }: { readonly payoutId: string }, amount: bigint, made: Partial<PlayedTransaction> = {}) {
    const mined = this.chain.mine({ payoutId, amount }, { madeAt: this.service.clock.now, ...made });
    this.chain.finalize();
    return mined;
  }

  read({ payoutId }: { readonly payoutId: string }, of = this.of): Promise<Body> {
    return this.get(`/orders/${payoutId}`, of);
  }

  async get(rest: string, of: TestOrganization | TestSession = this.of): Promise<Body> {
    return bodyOf(await this.service.get(`${pathOf(this.of)}${rest}`, of));
  }

  deposits(of = this.of): Promise<Body[]> {
    return this.get('/deposits', of).then(({ data }) => data);
  }

  cancel({ payoutId }: { readonly payoutId: string }): Promise<Answer> {
    return this.service.post(`${pathOf(this.of)}/payouts/${payoutId}/cancel`, this.of, undefined);
  }

  confirm(
    { payoutId }: { readonly payoutId: string },
    transaction: string | { readonly hash: string },
    of = this.of,
    named: { readonly fundingQuoteId?: string } = {},
  ): Promise<Answer> {
    const transactionHash = typeof transaction === 'string' ? transaction : transaction.hash;
    const body = { transactionHash, ...named };
    return this.service.post(`${pathOf(of)}/payouts/${payoutId}/funding/confirm`, of, body);
  }

  /** An operator of the organization locks a price of now. */
  async quote(
    { payoutId }: { readonly payoutId: string },
    by?: TestSession | TestOrganization,
    options: { readonly idempotencyKey?: string } = {},
  ): Promise<Answer> {
    this.#operator ??= await this.service.member(this.of.organizationId, 'operator');
    const path = `${pathOf(this.of)}/payouts/${payoutId}/funding/quote`;
    return this.service.post(path, by ?? this.#operator, undefined, options);
  }

  /** Has screening refuse the payee from now on, as a list does that has grown. */
  async block(): Promise<void> {
    const { organizationId } = this.of;
    const { recipientId } = this.payee;
    const recipient = await this.service.runtime.store.get(refTo(RecipientEntity, { organizationId, recipientId }));
    const at = this.service.clock.now;
    const audit = { organizationId, requestId: 'req_rescreen', at, actor: { actorUserId: 'operator:ada' } } as const;
    await blockRecipient(this.service.runtime, recipient as Recipient, { ...audit, action: 'recipient.block' });
  }

  /** Lets the workers go on for so long, of virtual time. @param work how they work on hints */
  async passes(ms: number, work: typeof deliverInBatches = deliverInBatches): Promise<void> {
    const { clock } = this.service;
    const until = clock.now + ms;
    for (let waiting = await this.#waiting(); waiting.length > 0; waiting = await this.#waiting()) {
      const dueAt = Math.min(...waiting.map((hint) => hint.dueAt));
      if (dueAt > until) break;
      clock.now = Math.max(clock.now, dueAt);
      await work(
        this.service,
        waiting.filter((hint) => hint.dueAt <= clock.now),
      );
    }
    clock.now = until;
  }

  /** Hints at all work, as the sweep would send them: it asks for each kind and shard, which takes long on some tables. */
  async #waiting(): Promise<Hint[]> {
    const rows = await storedItems(this.service, 'dueWork');
    return rows.flatMap(({ organizationId, kind, resourceId, dueAt }) =>
      dueAt && kind !== 'endpoints' ? [{ organizationId, kind, resourceId, dueAt } as Hint] : [],
    );
  }
}
