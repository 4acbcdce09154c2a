import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Charge } from '../../ports/card-acquirer.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { applyCharge, moneyDifference } from './apply-charge.ts';
import type { Payment } from './payment.ts';

/** The acquirer's charge is of other money than the payment. A person must look. */
export class OtherCharge extends Error {
  override readonly name = 'OtherCharge';
}

/** What the log says where an acquirer and our books part. */
export const differenceMessage = 'an acquirer and our books differ';

/**
 * Says what of a charge our books cannot follow, before the rest is committed: so it is said twice rather than never. An
 * alarm counts these lines.
 * @param payment as it is before the charge is applied
 * @throws OtherCharge where the money differs: then nothing is recorded
 */
export function reportDifferences(
  { log, clock }: Pick<Runtime, 'log' | 'clock'>,
  payment: Payment,
  charge: Charge,
): void {
  const { organizationId, paymentId, externalId } = payment;
  const { differences } = applyCharge(payment, charge, timestamp(clock()));
  if (differences.length > 0) {
    const counted = metricFields(clock(), measurement('AcquirerDiffers', 1));
    log.error(differenceMessage, { organizationId, paymentId, externalId, differences, ...counted });
  }
  const difference = moneyDifference(payment, charge);
  if (difference) throw new OtherCharge(difference);
}
