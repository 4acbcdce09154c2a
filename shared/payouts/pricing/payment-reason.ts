import * as z from 'zod';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { PaymentReason, PayoutRail } from '../../ports/payout-rail.ts';

export const PaymentReasonView = z
  .object({
    id: z.string().meta({ description: 'What `purposeOfPayment` is given, exactly.' }),
    label: z.string(),
  })
  .meta({ id: 'PaymentReason' });

/**
 * The reasons that payouts in a currency may give; without a currency, the default catalog.
 * @throws ServiceError BAD_REQUEST when no routing pays the currency
 */
export function listPaymentReasons(
  rail: PayoutRail | undefined,
  currency: string | undefined,
): readonly PaymentReason[] {
  const reasons = rail?.paymentReasons(currency);
  if (reasons) return reasons;
  throw new ServiceError('BAD_REQUEST', `no routing pays ${currency ?? 'any currency'}`);
}
