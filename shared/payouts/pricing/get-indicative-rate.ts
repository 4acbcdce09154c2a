import * as z from 'zod';
import { AmountText } from '../../contract/fields.ts';
import { servedBankCorridors } from '../../corridors/catalog/served-corridors.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { presentPrice, priceView } from './present-price.ts';
import { priceAmount, readWanted } from './pricing.ts';

export interface RateRequest {
  /** ISO 4217 codes. */
  readonly from: string;
  readonly to: string;
  /** Decimal string in the source currency. */
  readonly amount: string;
}

export const IndicativeRateView = z
  .object({
    ...priceView,
    minimum: AmountText.meta({ description: 'The smallest `sourceAmount` of the corridor.' }),
    maximum: AmountText.meta({ description: 'The largest `sourceAmount` of the corridor.' }),
  })
  .meta({
    id: 'IndicativeRate',
    description: 'A price that is not locked. `destinationAmount` is `(sourceAmount - fee) x rate`.',
  });

/**
 * Prices an amount from the settlement currency into another, without a recipient (specification, Get an indicative
 * rate).
 * @throws ServiceError BAD_REQUEST (no such corridor, outside its range), INDICATIVE_PRICING_UNAVAILABLE,
 * VALIDATION_ERROR (`amount` has more decimal places than the currency), QUOTE_NOT_POSITIVE,
 * CURRENCY_PRECISION_MISMATCH
 */
export async function getIndicativeRate(
  runtime: Pick<Runtime<'prices'>, 'rails'>,
  organization: Pick<Organization, 'organizationId' | 'mode' | 'settlementCurrency'>,
  { from, to, amount }: RateRequest,
): Promise<z.infer<typeof IndicativeRateView>> {
  const serving = servedBankCorridors(runtime, organization).filter(
    ({ sourceCurrency, currency }) => sourceCurrency === from && currency === to,
  );
  if (serving.length === 0) throw new ServiceError('BAD_REQUEST', `no corridor pays ${to} from ${from}`);
  // Corridors of one currency in several countries have the same price, so the first one is used.
  const corridor = serving.find(({ capabilities }) => capabilities.indicativePricing);
  if (!corridor) {
    throw new ServiceError('INDICATIVE_PRICING_UNAVAILABLE', `${to} has a price only for a given recipient`);
  }
  const wanted = readWanted(corridor, amount, 'source');
  const rail = runtime.rails(organization.mode)?.payouts[corridor.rail];
  if (!rail) throw new ServiceError('BAD_REQUEST', `no corridor pays ${to} from ${from}`);
  const price = await rail.price(corridor);
  const { minimum, maximum } = corridor;
  return {
    ...presentPrice({
      ...priceAmount(corridor, price, wanted),
      sourceCurrency: from,
      destinationCurrency: to,
      rate: price.rate,
    }),
    minimum: formatAmount(minimum, from),
    maximum: formatAmount(maximum, from),
  };
}
