import type { Ids } from '../ground/time/ids.ts';
import type { Processor } from './processor.ts';

/** What publishing a link asks for: something that buyers' card pages can be made of. */
export interface PriceCall {
  readonly organizationId: string;
  readonly linkId: string;
  /** What the buyer reads on the acquirer's page. */
  readonly name: string;
  /** Minor units as text: calls are stored as JSON. */
  readonly total: string;
  readonly currency: string;
}

/** What "Pay by card" asks for: a card page for one attempt. */
export interface SessionCall {
  readonly organizationId: string;
  readonly linkId: string;
  readonly attemptId: string;
  readonly priceId: string;
  readonly total: string;
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Milliseconds. The page takes nothing from then on. */
  readonly expiresAt: number;
}

export interface RefundCall {
  readonly organizationId: string;
  readonly paymentId: string;
  readonly externalId: string;
  readonly refundId: string;
  readonly amount: string;
  readonly currency: string;
  readonly reason?: string | undefined;
}

export interface ChargeDispute {
  readonly disputeId: string;
  /** An inquiry takes no money and allows refunds. */
  readonly status: 'inquiry' | 'open' | 'won' | 'lost';
  /** False for what could not be contested: a chargeback. */
  readonly contestable: boolean;
  /** Minor units: what the acquirer took for it and has not given back. */
  readonly taken: bigint;
}

export interface ChargeRefund {
  /** Ours, as the call named it; absent for one that was made at the acquirer. */
  readonly refundId?: string | undefined;
  readonly externalId: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly amount: bigint;
}

/** A charge as the acquirer has it now. What it tells unasked is only a reason to read this. */
export interface Charge {
  readonly externalId: string;
  readonly status: 'pending' | 'paid' | 'failed';
  readonly amount: bigint;
  readonly currency: string;
  /** Milliseconds: when the buyer paid, where the acquirer says it. */
  readonly madeAt?: number | undefined;
  /** Minor units; undefined until it is known. */
  readonly fee?: bigint | undefined;
  readonly brand?: string | undefined;
  readonly last4?: string | undefined;
  readonly email?: string | undefined;
  readonly country?: string | undefined;
  readonly disputes: readonly ChargeDispute[];
  readonly refunds: readonly ChargeRefund[];
  /** Milliseconds: when asking again may tell something new. Undefined where nothing more is expected. */
  readonly nextChangeAt?: number | undefined;
}

/** A card page as the acquirer has it now. */
export interface Session {
  readonly sessionId: string;
  readonly state: 'open' | 'complete' | 'closed';
  /** Present once a card was charged, or tried to be. */
  readonly externalId?: string | undefined;
}

/** What became of a test card that a buyer chose. */
export type CardPayment =
  | { readonly outcome: 'charged'; readonly externalId: string }
  /** The page stays open for another card. */
  | { readonly outcome: 'declined'; readonly reason: string }
  | { readonly outcome: 'unknown_card' }
  | { readonly outcome: 'closed' };

/** A card page of our own, which the sandbox has in the place of an acquirer's. */
export interface TestCardPage {
  readonly cards: readonly { readonly number: string; readonly declined?: string }[];
  /** Charges once, however often it comes. */
  pay(
    ids: Pick<Ids, 'suffix'>,
    session: { readonly organizationId: string; readonly sessionId: string },
    cardNumber: string,
  ): Promise<CardPayment>;
}

/**
 * The port to a card acquirer: card pages, charges, refunds, disputes. Card numbers stay with it. Every function answers
 * or throws within five seconds; a throw is silence, after which something may have happened or not.
 */
export interface CardAcquirer {
  /** The total of a link that it can charge: minor units of the currency, both included; undefined if it has no such currency. */
  range(currency: string): { readonly minimum: bigint; readonly maximum: bigint } | undefined;
  readonly prices: Processor<PriceCall, { readonly priceId: string }>;
  readonly sessions: Processor<SessionCall, { readonly sessionId: string; readonly url: string }>;
  readonly refunds: Processor<RefundCall, { readonly externalId: string; readonly status: 'pending' | 'succeeded' }>;
  /** Takes a price back that no link shows. Repeating it does no harm. */
  closePrice(organizationId: string, priceId: string): Promise<void>;
  /** Closes a card page, unless it is complete. @returns what it is then */
  closeSession(organizationId: string, sessionId: string): Promise<Session>;
  /** @returns undefined for one that it does not know */
  readSession(organizationId: string, sessionId: string, nowMs: number): Promise<Session | undefined>;
  /** The sandbox's alone: live card pages are the acquirer's. */
  readonly testCardPage?: TestCardPage;
  /** @returns undefined for one that it does not know */
  readCharge(organizationId: string, externalId: string, nowMs: number): Promise<Charge | undefined>;
}
