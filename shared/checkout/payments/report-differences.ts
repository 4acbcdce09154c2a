import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Charge } from '../../ports/card-acquirer.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { applyCharge, moneyDifference } from './apply-charge.ts';
import type { Payment } from './payment.ts';

/** The acquirer's charge is of different money than the payment. A person must look into it. */
export class OtherCharge extends Error {
  override readonly name = 'OtherCharge';
}

/** The log message for a difference between an acquirer and our books. */
export const differenceMessage = 'an acquirer and our books differ';

/**
 * Reports the facts of a charge that our books cannot record. The report comes before the commit, because a difference
 * reported twice is better than one never reported. An alarm counts these lines.
 * @param payment before the charge is applied
 * @throws OtherCharge if the money differs, in which case nothing is recorded
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
