import * as z from 'zod';
import { CurrencyCode, TotalText } from '../../contract/fields.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { balanceOf, type Head } from '../../journal/commit/head.ts';

const CurrencyBalance = z.object({
  currency: CurrencyCode,
  available: TotalText.meta({ description: 'The amount that payouts can spend.' }),
  held: TotalText.meta({
    description: 'The amount held by open approvals and payout links. It is not included in `available`.',
  }),
});

export const BalanceView = CurrencyBalance.extend({
  balances: z.array(CurrencyBalance).meta({ description: 'One entry for each currency.' }),
}).meta({
  id: 'Balance',
  description: 'The settlement currency comes first, followed by every currency that was ever used.',
});

/** The balance as the API shows it (design, balance). */
export function presentBalance(head: Head, settlementCurrency: string): z.infer<typeof BalanceView> {
  const used = Object.keys(head.balances).filter((currency) => currency !== settlementCurrency);
  const present = (currency: string) => {
    const { available, held } = balanceOf(head, currency);
    return { currency, available: formatAmount(available, currency), held: formatAmount(held, currency) };
  };
  return {
    ...present(settlementCurrency),
    balances: [settlementCurrency, ...used.sort()].map(present),
  };
}
