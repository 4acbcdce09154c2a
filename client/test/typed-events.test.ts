import { expect, test } from 'vitest';
import type { Event, Payout } from '../src/index.ts';

/** Compiles only if a comparison of the type tells what the data is. */
function paidOut(event: Event): Payout['payoutId'] | undefined {
  switch (event.type) {
    case 'payout.completed':
      return event.data.payoutId;
    case 'checkout_payment.refunded':
      return event.data.refund?.id;
    case 'payout_batch.completed':
      return event.data.batchId;
    default:
      return undefined;
  }
}

test('a type of a later release takes the default branch', () => {
  const later = { type: 'payout.praised', data: {} } as unknown as Event;
  expect(paidOut(later)).toBeUndefined();
});
