import * as z from 'zod';
import { CurrencyCode, Instant, Livemode } from '../../contract/fields.ts';
import { Metadata, readMetadata } from '../../contract/metadata.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { TaxInclusive, TaxRateText, UnitAmount } from '../price/price-fields.ts';
import { type Product, productStatuses } from './product.ts';

export const ProductView = z
  .object({
    productId: z.string().meta({ description: 'The id that a link uses to sell it.' }),
    status: z
      .enum(productStatuses)
      .meta({ description: '`archived`: new links cannot sell it; existing links still do.' }),
    name: z.string().meta({ description: 'What the buyer sees.' }),
    description: z.string().optional().meta({ description: 'A longer description. Absent if there is none.' }),
    currency: CurrencyCode,
    unitAmount: UnitAmount,
    taxRate: TaxRateText.optional(),
    taxInclusive: TaxInclusive,
    metadata: Metadata,
    livemode: Livemode,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'Product', description: 'Something that links sell, at its price when the link is created.' });

export type ProductBody = z.infer<typeof ProductView>;

/** Returns the product as the API shows it. */
export function presentProduct(product: Product): ProductBody {
  const { productId, status, name, description, currency, unitAmount, taxRate, taxInclusive } = product;
  return {
    productId,
    status,
    name,
    ...(description !== undefined && { description }),
    currency,
    unitAmount: formatAmount(unitAmount, currency),
    ...(taxRate !== undefined && { taxRate }),
    taxInclusive,
    metadata: readMetadata(product.metadata),
    livemode: product.livemode,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
  };
}
