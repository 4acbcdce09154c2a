import { type Payment, PaymentEntity } from '../../../../shared/checkout/payments/payment.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import type { Charge } from '../../../../shared/ports/card-acquirer.ts';
import type { World } from '../engine/world.ts';

/** Every charge that the acquirer has made, as it is in the end: of card pages and of payments that were simulated. */
export type Acquired = ReadonlyMap<string, Charge>;

export function readAcquirer({ acquirer, witness }: World): Acquired {
  const ofPages = [...acquirer.books.charged.values()].flatMap((ids) => [...ids]);
  const recorded = witness.commits.flatMap(({ changes }) =>
    changes.flatMap(({ after }) =>
      after?._et === PaymentEntity.entityName ? chargeOf(format(PaymentEntity, after)) : [],
    ),
  );
  const charges = new Map<string, Charge>();
  for (const externalId of new Set([...ofPages, ...recorded])) {
    const charge = acquirer.chargeNow(externalId);
    if (charge) charges.set(externalId, charge);
  }
  return charges;
}

function chargeOf(payment: Payment): string[] {
  return payment.externalId === undefined || isTransferred(payment) ? [] : [payment.externalId];
}

/** Whether buyers send the money themselves; those that the sandbox simulates have a charge. */
export function isTransferred({ method, externalId }: Pick<Payment, 'method' | 'externalId'>): boolean {
  return method.kind !== 'card' && !externalId?.startsWith('ch_');
}
