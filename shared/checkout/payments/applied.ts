import type { Charge } from '../../ports/card-acquirer.ts';
import type { Payment } from './payment.ts';

/** A change of a payment that an event announces. */
export interface PaymentNews {
  readonly type: `checkout_payment.${'paid' | 'refunded' | 'partially_refunded' | 'refund_failed' | 'reversed'}`;
  /** As it was after the change. */
  readonly payment: Payment;
  /** Of news of a refund: the refund. */
  readonly refund?: Payment['refunds'][number];
}

/** A payment to which a reading of its charge was applied. */
export interface Applied {
  readonly payment: Payment;
  /** In the order of the changes. */
  readonly news: readonly PaymentNews[];
  /** A sentence each: what the acquirer says and our books cannot follow. A person must hear of it. */
  readonly differences: readonly string[];
}

/**
 * Applies a part of a charge.
 * @param at time of the change, as stored
 * @param mostNews where there is as much news, the rest is left to another time
 */
export type ApplyPart = (applied: Applied, charge: Charge, at: string, mostNews: number) => Applied;

/** Applies one thing after another, as long as there is room for its news. */
export function applyEach<One>(
  applied: Applied,
  all: readonly One[],
  mostNews: number,
  apply: (state: Applied, one: One) => Applied,
): Applied {
  return all.reduce((state, one) => (state.news.length < mostNews ? apply(state, one) : state), applied);
}
