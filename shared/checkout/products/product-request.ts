import * as z from 'zod';
import { CurrencyCode } from '../../contract/fields.ts';
import { Metadata } from '../../contract/metadata.ts';
import { ItemDescription, ItemName, TaxInclusive, TaxRateText, UnitAmount } from '../price/price-fields.ts';

/** The body of `POST C/products`. */
export const ProductRequest = z
  .strictObject({
    name: ItemName,
    description: ItemDescription.optional(),
    currency: CurrencyCode,
    unitAmount: UnitAmount,
    taxRate: TaxRateText.optional(),
    taxInclusive: TaxInclusive.default(false),
    metadata: Metadata.optional(),
  })
  .meta({ id: 'CreateProduct', description: 'A product for links to sell.' });

export type ProductRequest = z.output<typeof ProductRequest>;

/** The body of `PATCH C/products/{productId}`. */
export const ProductChange = z
  .strictObject({
    name: ItemName.optional(),
    description: ItemDescription.nullish(),
    unitAmount: UnitAmount.optional(),
    taxRate: TaxRateText.nullish(),
    taxInclusive: TaxInclusive.optional(),
    metadata: Metadata.optional(),
  })
  .meta({
    id: 'UpdateProduct',
    description: 'An absent field stays unchanged; null removes it. `metadata` is replaced as a whole.',
  });

export type ProductChange = z.output<typeof ProductChange>;
