import { changeProduct } from '../../shared/checkout/products/change-product.ts';
import { ProductView } from '../../shared/checkout/products/present-product.ts';
import { ProductChange } from '../../shared/checkout/products/product-request.ts';
import { updatedProduct } from '../../shared/checkout/products/update-product.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'updateProduct',
  summary: 'Change a product',
  description:
    'Existing links are not affected. The currency cannot be changed: to sell in another currency, create ' +
    'another product. An archived product cannot be changed (`BAD_REQUEST`).',
  method: 'PATCH',
  path: `${C}/products/{productId}`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'checkout.sell',
  verification: 'all-callers',
  idempotency: 'optional',
  audit: 'product.update',
  body: ProductChange,
  responses: { 200: { description: 'The product.', schema: ProductView } },
  errors: ['NOT_FOUND', 'BAD_REQUEST'],
  handle: ({ body, parameters: { productId }, organization: { organizationId }, runtime, execution }) =>
    changeProduct(runtime, { organizationId, productId }, (found) => updatedProduct(found, body), execution),
});
