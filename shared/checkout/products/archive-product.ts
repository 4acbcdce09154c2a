import { foundProduct } from './find-product.ts';
import type { Product } from './product.ts';

/**
 * Returns the archived product. No new link can be created from it. Archiving it again changes nothing.
 * @throws ServiceError NOT_FOUND
 */
export function archivedProduct(found: Product | undefined): Product {
  const product = foundProduct(found);
  return product.status === 'archived' ? product : { ...product, status: 'archived' };
}
