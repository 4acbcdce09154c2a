import type { Ids } from '../ground/time/ids.ts';
import type { Processor } from './processor.ts';

/** The request made when a link is published: a price from which card pages for buyers can be made. */
export interface PriceCall {
  readonly organizationId: string;
  readonly linkId: string;
  /** What the buyer sees on the acquirer's page. */
  readonly name: string;
  /** Minor units as text, because calls are stored as JSON. */
  readonly total: string;
  readonly currency: string;
}

/** The request made by "Pay by card": a card page for one attempt. */
export interface SessionCall {
  readonly organizationId: string;
  readonly linkId: string;
  readonly attemptId: string;
  readonly priceId: string;
  readonly total: string;
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Milliseconds. The page accepts nothing after this time. */
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
  /** False for a chargeback, which cannot be contested. */
  readonly contestable: boolean;
  /** Minor units: the amount that the acquirer took because of the dispute and has not returned. */
  readonly taken: bigint;
}

export interface ChargeRefund {
  /** Our id, as named in the call. Absent for a refund made directly at the acquirer. */
  readonly refundId?: string | undefined;
  readonly externalId: string;
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly amount: bigint;
}

/** The current state of a charge at the acquirer. Notifications from the acquirer are only a reason to read it. */
export interface Charge {
  readonly externalId: string;
  readonly status: 'pending' | 'paid' | 'failed';
  readonly amount: bigint;
  readonly currency: string;
  /** Milliseconds: when the buyer paid, if the acquirer reports it. */
  readonly madeAt?: number | undefined;
  /** Minor units. Undefined until it is known. */
  readonly fee?: bigint | undefined;
  readonly brand?: string | undefined;
  readonly last4?: string | undefined;
  readonly email?: string | undefined;
  readonly country?: string | undefined;
  readonly disputes: readonly ChargeDispute[];
  readonly refunds: readonly ChargeRefund[];
  /** Milliseconds: when asking again may return something new. Undefined if nothing more is expected. */
  readonly nextChangeAt?: number | undefined;
}

/** The current state of a card page at the acquirer. */
export interface Session {
  readonly sessionId: string;
  readonly state: 'open' | 'complete' | 'closed';
  /** Present once a card was charged, or a charge was attempted. */
  readonly externalId?: string | undefined;
}

/** The outcome of paying with a test card. */
export type CardPayment =
  | { readonly outcome: 'charged'; readonly externalId: string }
  /** The page stays open for another card. */
  | { readonly outcome: 'declined'; readonly reason: string }
  | { readonly outcome: 'unknown_card' }
  | { readonly outcome: 'closed' };

/** The service's own card page, which the sandbox uses in place of an acquirer's. */
export interface TestCardPage {
  readonly cards: readonly { readonly number: string; readonly declined?: string }[];
  /** Charges once, however often it is called. */
  pay(
    ids: Pick<Ids, 'suffix'>,
    session: { readonly organizationId: string; readonly sessionId: string },
    cardNumber: string,
  ): Promise<CardPayment>;
}

/**
 * The port to a card acquirer: card pages, charges, refunds, disputes. Card numbers stay with the acquirer. Every
 * function answers or throws within five seconds. A throw counts as silence, after which the call may or may not have
 * taken effect.
 */
export interface CardAcquirer {
  /**
   * The link totals that the acquirer can charge, in minor units of the currency, both bounds inclusive. Undefined if
   * it does not support the currency.
   */
  range(currency: string): { readonly minimum: bigint; readonly maximum: bigint } | undefined;
  readonly prices: Processor<PriceCall, { readonly priceId: string }>;
  readonly sessions: Processor<SessionCall, { readonly sessionId: string; readonly url: string }>;
  readonly refunds: Processor<RefundCall, { readonly externalId: string; readonly status: 'pending' | 'succeeded' }>;
  /** Removes a price that no link shows. Repeating it does no harm. */
  closePrice(organizationId: string, priceId: string): Promise<void>;
  /** Closes a card page, unless it is complete. @returns its state afterwards */
  closeSession(organizationId: string, sessionId: string): Promise<Session>;
  /** @returns undefined if the acquirer does not know the session */
  readSession(organizationId: string, sessionId: string, nowMs: number): Promise<Session | undefined>;
  /** Only in the sandbox: live card pages are the acquirer's. */
  readonly testCardPage?: TestCardPage;
  /** @returns undefined if the acquirer does not know the charge */
  readCharge(organizationId: string, externalId: string, nowMs: number): Promise<Charge | undefined>;
}
