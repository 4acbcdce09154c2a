import * as z from 'zod';
import { AmountText, label } from '../../contract/fields.ts';
import { taxRatePattern } from './tax-rate.ts';

/** Price fields in requests and responses of products and links. `readItems` checks amounts against their currency. */

export const ItemName = label(250).meta({ description: 'What the buyer sees.' });
export const ItemDescription = label(500).meta({
  description: 'A longer description, shown below the name on the page.',
});

export const UnitAmount = AmountText.meta({
  description: 'The price of one unit: a decimal string with at most as many decimal places as the currency has.',
});

export const PriceItem = z
  .strictObject({
    name: ItemName,
    description: ItemDescription.optional(),
    quantity: z
      .int()
      .min(1)
      .max(10_000)
      .meta({ description: 'The quantity. The amount of the line is `unitAmount` times `quantity`.' }),
    unitAmount: UnitAmount,
  })
  .meta({ id: 'PriceItem', description: 'One line of a price.' });

export const PriceItems = z
  .array(PriceItem)
  .min(1)
  .max(100)
  .meta({ description: 'What is sold: the lines of the price.' });

export const TaxRateText = z
  .string()
  .regex(taxRatePattern, 'is not a percentage from 0 to 100 with at most four decimal places')
  .meta({ description: 'A percentage, as a decimal string with at most four decimal places.', examples: ['8.875'] });

export const TaxInclusive = z.boolean().meta({ description: 'Whether the amounts already include the tax.' });
