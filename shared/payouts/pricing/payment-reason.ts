import * as z from 'zod';
import { servedCorridors } from '../../corridors/catalog/served-corridors.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import type { PaymentReason } from '../../ports/payout-rail.ts';
import type { Runtime } from '../../ports/runtime.ts';

export const PaymentReasonView = z
  .object({
    id: z.string().meta({ description: 'What `purposeOfPayment` is given, exactly.' }),
    label: z.string().meta({ description: 'What a form shows.' }),
  })
  .meta({ id: 'PaymentReason', description: 'A purpose that `purposeOfPayment` can name.' });

/**
 * The reasons that an organization's payouts in a currency may give; without a currency, the default catalog. Those of
 * the first rail, where several pay the currency.
 * @throws ServiceError BAD_REQUEST when no routing pays the currency from the settlement currency
 */
export function listPaymentReasons(
  runtime: Pick<Runtime<'corridors'>, 'rails'>,
  organization: Pick<Organization, 'organizationId' | 'mode' | 'settlementCurrency'>,
  currency: string | undefined,
): readonly PaymentReason[] {
  const rails = runtime.rails(organization.mode)?.payouts ?? {};
  const [name] =
    currency === undefined
      ? Object.keys(rails)
      : servedCorridors(runtime, organization).flatMap((one) => (one.currency === currency ? [one.rail] : []));
  const reasons = name === undefined ? undefined : rails[name]?.paymentReasons(currency);
  if (reasons) return reasons;
  throw new ServiceError('BAD_REQUEST', `no routing pays ${currency ?? 'any currency'}`);
}
