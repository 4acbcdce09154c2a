import { metadataText } from '../../contract/metadata.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import { productForSale } from './find-product.ts';
import type { Product } from './product.ts';
import type { ProductChange } from './product-request.ts';

/**
 * Returns the product with a request's changes. The currency cannot change.
 * @throws ServiceError NOT_FOUND; BAD_REQUEST for an archived product; VALIDATION_ERROR for an amount with more decimal
 * places than its currency
 */
export function updatedProduct(found: Product | undefined, change: ProductChange): Product {
  const product = productForSale(found);
  const { name = product.name, taxInclusive = product.taxInclusive, unitAmount } = change;
  return {
    ...product,
    name,
    description: changed(product.description, change.description),
    unitAmount: unitAmount === undefined ? product.unitAmount : readAmount(unitAmount, product.currency, 'unitAmount'),
    taxRate: changed(product.taxRate, change.taxRate),
    taxInclusive,
    metadata: metadataText(change.metadata) ?? product.metadata,
  };
}

function changed(stored: string | undefined, change: string | null | undefined): string | undefined {
  return change === undefined ? stored : (change ?? undefined);
}
