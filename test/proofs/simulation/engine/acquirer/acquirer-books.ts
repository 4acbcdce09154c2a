import type {
  CardPayment,
  Charge,
  ChargeRefund,
  PriceCall,
  RefundCall,
  Session,
  SessionCall,
} from '../../../../../shared/ports/card-acquirer.ts';
import type { ProcessorFinding, ProcessorReport } from '../../../../../shared/ports/processor.ts';
import { chargeAt as sandboxChargeAt } from '../../../../../shared/providers/sandbox/cards/charges.ts';
import { last4Of, testCardOf } from '../../../../../shared/providers/sandbox/cards/test-cards.ts';
import { Dice } from '../dice.ts';
import { chargeAfter, fits, type Move } from './charge.ts';
import { endOf, fateOf } from './fates.ts';

type Price = { readonly priceId: string };
type Page = { readonly sessionId: string; readonly url: string };
type Accepted = { readonly externalId: string; readonly status: 'pending' | 'succeeded' };

/** A call as the acquirer has it under its key. */
interface Asked<Result> {
  /** Milliseconds. */
  readonly at: number;
  readonly call: string;
  readonly report: ProcessorReport<Result>;
  /** What the first call is answered: nothing, or nothing definite. */
  readonly answer: 'definite' | 'unclear' | 'silent';
}

interface OpenSession extends Session {
  readonly call: SessionCall;
}

/** How long it remembers keys, as real ones promise. A key that comes later is a new one. */
export const rememberKeysForMs = 12 * 60 * 60 * 1000;

/**
 * An acquirer of the simulation's own. It is not the sandbox's, so that what the service takes for granted of the sandbox
 * shows: sums of any size, refunds that fail behind disputes, two disputes of one charge, refunds that somebody
 * makes at the acquirer, fees that come late, keys that are forgotten. What happens to a charge by itself is drawn when it
 * is made.
 */
export class AcquirerBooks {
  /** Every charge of a card page, by attempt. */
  readonly charged = new Map<string, Set<string>>();
  /** The charge of every refund that it accepted, by the key of its call. */
  readonly refunded = new Map<string, string>();
  readonly madePrices = new Set<string>();
  readonly closedPrices = new Set<string>();
  readonly #prices = new Map<string, Asked<Price>[]>();
  readonly #opened = new Map<string, Asked<Page>[]>();
  readonly #refunds = new Map<string, Asked<Accepted>[]>();
  readonly #sessions = new Map<string, OpenSession>();
  readonly #charges = new Map<string, Charge>();
  readonly #moves = new Map<string, Move[]>();
  readonly #dice: Dice;
  readonly #clock: () => number;

  constructor(seed: number, clock: () => number) {
    this.#dice = new Dice(seed ^ 0x5eed);
    this.#clock = clock;
  }

  setUpPrice(key: string, call: PriceCall): ProcessorReport<Price> {
    return this.#ask<Price>(this.#prices, key, call, (name) => {
      if (this.#dice.chance(0.05)) return { outcome: 'refused' };
      this.madePrices.add(`price_${name}`);
      return { outcome: 'done', result: { priceId: `price_${name}` } };
    });
  }

  openSession(key: string, call: SessionCall): ProcessorReport<Page> {
    return this.#ask<Page>(this.#opened, key, call, (name) => {
      if (this.#dice.chance(0.03)) return { outcome: 'refused' };
      const sessionId = `cs_${name}`;
      this.#sessions.set(sessionId, { sessionId, state: 'open', call });
      const token = `${call.organizationId}.${call.attemptId}.${this.#dice.text(32)}`;
      return { outcome: 'done', result: { sessionId, url: `/p/sandbox-card/${token}` } };
    });
  }

  refund(key: string, call: RefundCall): ProcessorReport<Accepted> {
    return this.#ask<Accepted>(this.#refunds, key, call, (name) => {
      const now = this.#clock();
      const charge = this.chargeAt(call.externalId, now);
      const amount = BigInt(call.amount);
      const isFit = charge?.currency === call.currency && fits(charge, amount);
      if (!isFit || this.#dice.chance(0.06)) return { outcome: 'refused' };
      const status = this.#dice.chance(0.6) ? 'succeeded' : 'pending';
      const refund: ChargeRefund = { refundId: call.refundId, externalId: `rf_${name}`, status, amount };
      this.#happen(call.externalId, [{ at: now, refund }, ...endOf(this.#dice, refund, now)]);
      this.refunded.set(key, call.externalId);
      return { outcome: 'done', result: { externalId: refund.externalId, status } };
    });
  }

  findPrice(key: string): ProcessorFinding<Price> {
    return found(this.#prices.get(key));
  }

  findSession(key: string): ProcessorFinding<Page> {
    return found(this.#opened.get(key));
  }

  /** As it is by now, where it was accepted; that it has failed since, the charge tells. */
  findRefund(key: string): ProcessorFinding<Accepted> {
    const finding = found(this.#refunds.get(key));
    if (finding.outcome !== 'done') return finding;
    const { externalId } = finding.result;
    const charge = this.chargeAt(this.refunded.get(key) ?? '', this.#clock());
    const isDone = charge?.refunds.some((one) => one.externalId === externalId && one.status === 'succeeded');
    return { outcome: 'done', result: { externalId, status: isDone ? 'succeeded' : 'pending' } };
  }

  closePrice(priceId: string): void {
    this.closedPrices.add(priceId);
  }

  closeSession(organizationId: string, sessionId: string): Session {
    const session = this.#sessionOf(organizationId, sessionId);
    if (!session) throw new Error(`the acquirer has no session ${sessionId}`);
    if (session.state === 'open') this.#sessions.set(sessionId, { ...session, state: 'closed' });
    return this.readSession(organizationId, sessionId) as Session;
  }

  /** Closed by itself when its time is over. */
  readSession(organizationId: string, sessionId: string): Session | undefined {
    const session = this.#sessionOf(organizationId, sessionId);
    if (!session) return undefined;
    const { state, externalId, call } = session;
    const isOver = state === 'open' && call.expiresAt <= this.#clock();
    return { sessionId, state: isOver ? 'closed' : state, ...(externalId && { externalId }) };
  }

  #sessionOf(organizationId: string, sessionId: string): OpenSession | undefined {
    const session = this.#sessions.get(sessionId);
    return session?.call.organizationId === organizationId ? session : undefined;
  }

  /** A buyer pays on a card page. */
  pay(organizationId: string, sessionId: string, cardNumber: string): CardPayment {
    const card = testCardOf(cardNumber);
    const session = this.#sessionOf(organizationId, sessionId);
    const state = this.readSession(organizationId, sessionId)?.state;
    if (session?.externalId !== undefined) return { outcome: 'charged', externalId: session.externalId };
    if (!card) return { outcome: 'unknown_card' };
    if (!session || state !== 'open') return { outcome: 'closed' };
    if (card.declined) return { outcome: 'declined', reason: card.declined };
    const externalId = this.#charge(session.call, { brand: card.brand, last4: last4Of(card) });
    this.#sessions.set(sessionId, { ...session, state: 'complete', externalId });
    return { outcome: 'charged', externalId };
  }

  #charge({ attemptId, total, currency }: SessionCall, card: Pick<Charge, 'brand' | 'last4'>): string {
    const externalId = `ch_page${this.#charges.size}_${this.#dice.text(12)}`;
    const madeAt = this.#clock();
    const amount = BigInt(total);
    const base: Charge = {
      externalId,
      status: 'pending',
      amount,
      currency,
      madeAt,
      ...card,
      disputes: [],
      refunds: [],
    };
    this.#charges.set(externalId, base);
    this.#happen(externalId, fateOf(this.#dice, { externalId, amount, madeAt }));
    this.charged.set(attemptId, (this.charged.get(attemptId) ?? new Set()).add(externalId));
    return externalId;
  }

  /**
   * A charge as it is at a time. Of what the sandbox simulates without a card page the charge is the sandbox's, and only
   * what was refunded of it is known here.
   */
  chargeAt(externalId: string, ms: number): Charge | undefined {
    const base = this.#charges.get(externalId) ?? sandboxChargeAt(externalId, ms);
    return base && chargeAfter(base, this.#moves.get(externalId) ?? [], Math.max(ms, base.madeAt ?? ms));
  }

  #happen(externalId: string, moves: readonly Move[]): void {
    this.#moves.set(externalId, [...(this.#moves.get(externalId) ?? []), ...moves]);
  }

  /** @returns what the caller hears: the same as the first time while the key is remembered */
  #ask<Result>(
    asked: Map<string, Asked<Result>[]>,
    key: string,
    call: object,
    make: (name: string) => ProcessorReport<Result>,
  ): ProcessorReport<Result> {
    const now = this.#clock();
    const text = JSON.stringify(call);
    const known = asked.get(key) ?? [];
    const last = known.at(-1);
    const isKnown = last !== undefined && now - last.at < rememberKeysForMs;
    if (isKnown && last.call !== text) return { outcome: 'unclear' };
    if (isKnown) return last.answer === 'unclear' ? { outcome: 'unclear' } : last.report;
    const report = make(known.length === 0 ? key : `${key}_${known.length}`);
    const answer =
      this.#dice.pick([...Array<'definite'>(10).fill('definite'), 'unclear', 'silent'] as const) ?? 'definite';
    asked.set(key, [...known, { at: now, call: text, report, answer }]);
    if (answer === 'silent') throw new Error('the acquirer does not answer once');
    return answer === 'unclear' ? { outcome: 'unclear' } : report;
  }
}

/** It lists what it has made, however long ago. */
function found<Result>(asked: readonly Asked<Result>[] | undefined): ProcessorFinding<Result> {
  return asked?.[0]?.report ?? { outcome: 'absent' };
}
