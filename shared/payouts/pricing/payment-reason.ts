import * as z from 'zod';
import { servedCorridors } from '../../corridors/catalog/served-corridors.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import type { PaymentReason } from '../../ports/payout-rail.ts';
import type { Runtime } from '../../ports/runtime.ts';

export const PaymentReasonView = z
  .object({
    id: z.string().meta({ description: 'The exact value to send as `purposeOfPayment`.' }),
    label: z.string().meta({ description: 'The text to show in a form.' }),
  })
  .meta({ id: 'PaymentReason', description: 'A possible value of `purposeOfPayment`.' });

/**
 * The reasons that an organization's payouts in a currency can give, from every rail that pays it, each id once;
 * without a currency, the default catalogs. Wallets accept none, so there may be no reason for a currency that is paid.
 * @throws ServiceError BAD_REQUEST when no routing pays the currency from the settlement currency
 */
export function listPaymentReasons(
  runtime: Pick<Runtime<'corridors'>, 'rails'>,
  organization: Pick<Organization, 'organizationId' | 'mode' | 'settlementCurrency'>,
  currency: string | undefined,
): readonly PaymentReason[] {
  const rails = runtime.rails(organization.mode)?.payouts ?? {};
  const paying = new Set(
    currency === undefined
      ? Object.keys(rails)
      : servedCorridors(runtime, organization).flatMap((one) => (one.currency === currency ? [one.rail] : [])),
  );
  if (paying.size === 0) throw new ServiceError('BAD_REQUEST', `no routing pays ${currency ?? 'any currency'}`);
  const reasons = new Map<string, PaymentReason>();
  for (const name of paying) {
    for (const reason of rails[name]?.paymentReasons(currency) ?? []) {
      if (!reasons.has(reason.id)) reasons.set(reason.id, reason);
    }
  }
  return [...reasons.values()];
}
