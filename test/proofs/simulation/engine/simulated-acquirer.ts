import type { CardAcquirer, Charge, TestCardPage } from '../../../../shared/ports/card-acquirer.ts';
import type { Processor } from '../../../../shared/ports/processor.ts';
import { sandboxRange } from '../../../../shared/providers/sandbox/cards/range.ts';
import { testCards } from '../../../../shared/providers/sandbox/cards/test-cards.ts';
import { AcquirerBooks, rememberKeysForMs } from './acquirer/acquirer-books.ts';
import type { FaultPlan } from './fault-plan.ts';
import { inject } from './refusals.ts';
import type { Stage } from './stage.ts';

interface Parts {
  readonly stage: Stage;
  readonly faults: FaultPlan;
  readonly seed: number;
}

const secondMs = 1_000;
const hourMs = 60 * 60 * secondMs;
/** What has travelled longer than this, over a leap of the clock, never arrives. */
const longestWayMs = hourMs;
/** What a reading may be behind by, and when it is asked again. */
const staleMs = 40 * secondMs;

/**
 * A card acquirer at the end of a way on which everything happens: calls and answers are lost, come late and come twice, and
 * readings are old.
 */
export class SimulatedAcquirer implements CardAcquirer {
  /** It is out as a whole. */
  isDown = false;
  /** What it has done, for whoever holds our books against it. */
  readonly books: AcquirerBooks;
  readonly range: CardAcquirer['range'] = sandboxRange;
  readonly prices: CardAcquirer['prices'];
  readonly sessions: CardAcquirer['sessions'];
  readonly refunds: CardAcquirer['refunds'];
  readonly testCardPage: TestCardPage;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    const books = new AcquirerBooks(parts.seed, () => parts.stage.now);
    this.books = books;
    this.prices = this.#processor('a price', {
      call: (key, call) => books.setUpPrice(key, call),
      find: (key) => books.findPrice(key),
    });
    this.sessions = this.#processor('a card page', {
      call: (key, call) => books.openSession(key, call),
      find: (key) => books.findSession(key),
    });
    this.refunds = this.#processor('a refund', {
      call: (key, call) => books.refund(key, call),
      find: (key) => books.findRefund(key),
    });
    this.testCardPage = {
      cards: testCards,
      pay: (_ids, { organizationId, sessionId }, card) =>
        this.#way(`pays on ${sessionId}`, () => books.pay(organizationId, sessionId, card)),
    };
  }

  closePrice(_organizationId: string, priceId: string) {
    return this.#way(`takes ${priceId} back`, () => this.books.closePrice(priceId));
  }

  closeSession(organizationId: string, sessionId: string) {
    return this.#way(`closes ${sessionId}`, () => this.books.closeSession(organizationId, sessionId));
  }

  readSession(organizationId: string, sessionId: string) {
    return this.#read(`reads ${sessionId}`, () => this.books.readSession(organizationId, sessionId));
  }

  readCharge(_organizationId: string, externalId: string): Promise<Charge | undefined> {
    const { stage, faults } = this.#parts;
    return this.#read(`reads ${externalId}`, () => {
      if (!faults.strikes('acquirerStale', externalId)) return this.chargeNow(externalId);
      const charge = this.books.chargeAt(externalId, stage.now - staleMs);
      return charge && { ...charge, nextChangeAt: stage.now + staleMs };
    });
  }

  /** A charge as it is. */
  chargeNow(externalId: string): Charge | undefined {
    return this.books.chargeAt(externalId, this.#parts.stage.now);
  }

  #processor<Call, Result>(what: string, { call, find }: Plain<Call, Result>): Processor<Call, Result> {
    return {
      rememberKeysForMs,
      call: (key, asked) =>
        this.#way(`is asked for ${what}, ${key}`, () => {
          const report = call(key, asked);
          return this.#parts.faults.strikes('acquirerUnclear', key) ? { outcome: 'unclear' } : report;
        }),
      find: (key, asked) => this.#read(`is asked about ${what}, ${key}`, () => find(key, asked)),
    };
  }

  /** Of something that changes what the acquirer has. */
  #way<T>(what: string, act: () => T): Promise<T> {
    const { stage, faults } = this.#parts;
    const sentAt = stage.now;
    return this.#read(what, () => {
      if (faults.strikes('acquirerLate', what)) {
        void stage
          .park(`the acquirer's call travels on: ${what}`)
          .then(() => (stage.now - sentAt > longestWayMs ? undefined : act()))
          .catch(() => undefined);
        throw new Error('the acquirer could not be reached in time');
      }
      if (faults.strikes('acquirerTwice', what)) whatever(act);
      return act();
    });
  }

  async #read<T>(what: string, act: () => T): Promise<T> {
    const { stage, faults } = this.#parts;
    const sentAt = stage.now;
    await stage.gate(`the acquirer ${what}`);
    if (stage.now - sentAt > longestWayMs) throw inject(new Error('the call never arrived'));
    if (this.isDown || faults.strikes('acquirerFails', what)) throw inject(new Error('the acquirer is out'));
    if (faults.strikes('acquirerUnforeseen', what))
      throw inject(new Error('the acquirer says what nobody has foreseen'));
    const answer = injecting(act);
    const isSilent = faults.strikes('acquirerSilent', what);
    await stage.gate(`hears from the acquirer: ${isSilent ? 'nothing' : 'an answer'}`);
    if (isSilent) throw inject(new Error('the acquirer did not answer'));
    return answer;
  }
}

/** A processor that answers at once. */
interface Plain<Call, Result> {
  call(key: string, call: Call): Awaited<ReturnType<Processor<Call, Result>['call']>>;
  find(key: string, call: Call): Awaited<ReturnType<Processor<Call, Result>['find']>>;
}

function whatever(act: () => unknown): void {
  try {
    act();
  } catch {}
}

function injecting<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw inject(error as Error);
  }
}
