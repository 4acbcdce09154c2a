import { archivedProduct } from '../../shared/checkout/products/archive-product.ts';
import { changeProduct } from '../../shared/checkout/products/change-product.ts';
import { ProductView } from '../../shared/checkout/products/present-product.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'archiveProduct',
  summary: 'Archive a product',
  description:
    'No new links can be created from it; existing links continue to work. Archiving it again changes nothing.',
  method: 'POST',
  path: `${C}/products/{productId}/archive`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'checkout.sell',
  verification: 'all-callers',
  idempotency: 'optional',
  audit: 'product.archive',
  responses: { 200: { description: 'The archived product.', schema: ProductView } },
  errors: ['NOT_FOUND'],
  handle: ({ parameters: { productId }, organization: { organizationId }, runtime, execution }) =>
    changeProduct(runtime, { organizationId, productId }, archivedProduct, execution),
});
