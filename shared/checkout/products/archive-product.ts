import { foundProduct } from './find-product.ts';
import type { Product } from './product.ts';

/**
 * The product, archived: no new link can be made from it. One that already is stays as it is.
 * @throws ServiceError NOT_FOUND
 */
export function archivedProduct(found: Product | undefined): Product {
  const product = foundProduct(found);
  return product.status === 'archived' ? product : { ...product, status: 'archived' };
}
