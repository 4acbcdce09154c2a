import * as z from 'zod';
import { AmountText, CurrencyCode, MoneyView } from '../../contract/fields.ts';
import { formatAmount, presentMoney } from '../../ground/money/money.ts';
import type { PricedPayout } from './price-payout.ts';

/** A price as quotes, rates and payouts show it. */
export const priceView = {
  sourceAmount: AmountText.meta({ description: 'The amount debited, fee included.' }),
  sourceCurrency: CurrencyCode.meta({ description: 'ISO 4217 code for `sourceAmount`.' }),
  destinationAmount: AmountText.meta({ description: 'What arrives.' }),
  destinationCurrency: CurrencyCode.meta({ description: 'ISO 4217 code for `destinationAmount`.', examples: ['EUR'] }),
  fee: MoneyView.meta({ description: 'The fee that is taken from `sourceAmount` before it is converted.' }),
  rate: z.string().meta({ description: 'Destination units for one source unit, after the fee.' }),
};

export function presentPrice({
  sourceAmount,
  sourceCurrency,
  destinationAmount,
  destinationCurrency,
  fee,
  rate,
}: Omit<PricedPayout, 'corridorId' | 'rail'>) {
  return {
    sourceAmount: formatAmount(sourceAmount, sourceCurrency),
    sourceCurrency,
    destinationAmount: formatAmount(destinationAmount, destinationCurrency),
    destinationCurrency,
    fee: presentMoney({ minor: fee, currency: sourceCurrency }),
    rate,
  };
}
