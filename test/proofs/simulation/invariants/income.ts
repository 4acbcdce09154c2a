import { type Payment, PaymentEntity } from '../../../../shared/checkout/payments/payment.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import type { Commit } from '../engine/witness.ts';
import type { World } from '../engine/world.ts';
import { isTransferred } from './acquired.ts';
import type { Books } from './books.ts';

/** What a commit made of a payment that is transferred. */
export interface Income {
  readonly commit: Commit;
  readonly before: Payment | undefined;
  readonly after: Payment;
  /** What came in by it. */
  readonly gained: bigint;
}

/** Every change of such payments. */
export function incomeOf({ organizationId }: Books, { witness }: World): Income[] {
  return witness.keys(`CHECKOUT_PAYMENT#${organizationId}#`).flatMap((key) => {
    const versions = witness.history(key);
    const payments = versions.map(({ item }) => format(PaymentEntity, item ?? {}));
    return payments.flatMap((after, index) => {
      const before = payments[index - 1];
      const commit = versions[index]?.commit;
      const gained = (after.received ?? 0n) - (before?.received ?? 0n);
      return commit && isTransferred(after) ? [{ commit, before, after, gained }] : [];
    });
  });
}
