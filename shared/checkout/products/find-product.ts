import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Store } from '../../ground/table/store.ts';
import { type Product, productRef } from './product.ts';

/**
 * Reads a product of an organization.
 * @throws ServiceError NOT_FOUND
 */
export async function findProduct(
  store: Pick<Store, 'get'>,
  organizationId: string,
  productId: string,
): Promise<Product> {
  return foundProduct(await store.get(productRef(organizationId, productId)));
}

/** @throws ServiceError NOT_FOUND */
export function foundProduct(found: Product | undefined): Product {
  if (found) return found;
  throw new ServiceError('NOT_FOUND', 'no such product');
}

/**
 * Returns the product for a new link, or for a change.
 * @throws ServiceError NOT_FOUND; BAD_REQUEST for an archived product
 */
export function productForSale(found: Product | undefined): Product {
  const product = foundProduct(found);
  if (product.status === 'archived') throw new ServiceError('BAD_REQUEST', 'the product is archived');
  return product;
}
