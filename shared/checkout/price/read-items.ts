import type * as z from 'zod';
import { formatAmount } from '../../ground/money/money.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import type { PriceItem } from './price-fields.ts';

type ItemFields = z.output<typeof PriceItem>;

/** An item with its price in minor units, as links store it. */
export type Item = Omit<ItemFields, 'unitAmount'> & { readonly unitAmount: bigint };

/**
 * Reads the items of a request.
 * @throws ServiceError VALIDATION_ERROR naming the item's field, for more decimal places than the currency has
 */
export function readItems(items: readonly ItemFields[], currency: string): Item[] {
  return items.map((item, index) => ({
    ...item,
    unitAmount: readAmount(item.unitAmount, currency, `items[${index}].unitAmount`),
  }));
}

/** Returns items as the API shows them. */
export function presentItems(items: readonly Item[], currency: string): ItemFields[] {
  return items.map(({ name, description, quantity, unitAmount }) => ({
    name,
    ...(description !== undefined && { description }),
    quantity,
    unitAmount: formatAmount(unitAmount, currency),
  }));
}
