import type { Charge } from '../../ports/card-acquirer.ts';
import type { Payment } from './payment.ts';

/** A change of a payment that an event announces. */
export interface PaymentNews {
  readonly type: `checkout_payment.${'paid' | 'refunded' | 'partially_refunded' | 'refund_failed' | 'reversed'}`;
  /** The payment after the change. */
  readonly payment: Payment;
  /** The refund, if the change is about one. */
  readonly refund?: Payment['refunds'][number];
}

/** A payment after its charge has been applied. */
export interface Applied {
  readonly payment: Payment;
  /** Ordered as the changes were applied. */
  readonly news: readonly PaymentNews[];
  /** One sentence for each fact from the acquirer that contradicts our books. A person must be told about it. */
  readonly differences: readonly string[];
}

/**
 * Applies a part of a charge.
 * @param at time of the change, as stored
 * @param mostNews once there are this many changes, the rest is left for another call
 */
export type ApplyPart = (applied: Applied, charge: Charge, at: string, mostNews: number) => Applied;

/** Applies one element after another until the limit of changes is reached. */
export function applyEach<One>(
  applied: Applied,
  all: readonly One[],
  mostNews: number,
  apply: (state: Applied, one: One) => Applied,
): Applied {
  return all.reduce((state, one) => (state.news.length < mostNews ? apply(state, one) : state), applied);
}
