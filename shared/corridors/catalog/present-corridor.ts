import * as z from 'zod';
import { AmountText, CountryCode, CurrencyCode, MoneyView } from '../../contract/fields.ts';
import { formatAmount, presentMoney } from '../../ground/money/money.ts';
import type { Corridor } from '../../ports/corridor.ts';

export const CorridorView = z
  .object({
    corridorId: z.string(),
    country: CountryCode,
    sourceCurrency: CurrencyCode,
    currency: CurrencyCode,
    methodKind: z.enum(['fiat']),
    minimum: AmountText.meta({ description: 'Smallest `sourceAmount`.' }),
    maximum: AmountText.meta({ description: 'Largest `sourceAmount`.' }),
    fee: MoneyView,
    capabilities: z.object({ exactOutput: z.boolean(), indicativePricing: z.boolean() }),
    recipientFields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        required: z.boolean(),
        pattern: z.string(),
        example: z.string(),
      }),
    ),
  })
  .meta({ id: 'Corridor' });

/** A corridor as the listing shows it (design, corridor). */
export function presentCorridor(corridor: Corridor): z.infer<typeof CorridorView> {
  const { corridorId, country, sourceCurrency, currency, methodKind, minimum, maximum, fee } = corridor;
  return {
    corridorId,
    country,
    sourceCurrency,
    currency,
    methodKind,
    minimum: formatAmount(minimum, sourceCurrency),
    maximum: formatAmount(maximum, sourceCurrency),
    fee: presentMoney({ minor: fee, currency: sourceCurrency }),
    capabilities: corridor.capabilities,
    recipientFields: corridor.recipientFields.map((field) => ({ ...field })),
  };
}
