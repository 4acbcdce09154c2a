import type { Payment } from '../../../../shared/checkout/payments/payment.ts';
import type { Charge, ChargeDispute } from '../../../../shared/ports/card-acquirer.ts';

export const at = '2026-03-01T12:00:00.000Z';

/** A payment of 100.00 dollars whose charge is `ch_1`. */
export function paymentOf(change: Partial<Payment> = {}): Payment {
  return {
    organizationId: 'org',
    paymentId: 'pay_1_2',
    version: 1,
    status: 'pending',
    externalId: 'ch_1',
    method: { kind: 'card' },
    amount: 100_00n,
    tax: 0n,
    currency: 'USD',
    refunded: 0n,
    reversed: 0n,
    disputes: [],
    refunds: [],
    recordedIn: 1,
    livemode: false,
    createdAt: at,
    updatedAt: at,
    ...change,
  };
}

export function chargeOf(change: Partial<Charge> = {}): Charge {
  return {
    externalId: 'ch_1',
    status: 'paid',
    amount: 100_00n,
    currency: 'USD',
    disputes: [],
    refunds: [],
    ...change,
  };
}

export function disputeOf(change: Partial<ChargeDispute> = {}): ChargeDispute {
  return { disputeId: 'dp_1', status: 'open', contestable: true, taken: 100_00n, ...change };
}

/** A payment of which a refund gave so much back. */
export function refundedOf(amount: bigint): Payment {
  const refund = {
    refundId: 're_9',
    externalId: 'rf_9',
    status: 'succeeded',
    amount,
    createdAt: at,
    updatedAt: at,
  } as const;
  const status = amount === 100_00n ? 'refunded' : 'paid';
  return paymentOf({ status, paidAt: at, refunded: amount, refunds: [refund] });
}
