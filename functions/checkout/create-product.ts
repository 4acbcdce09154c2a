import { createProduct } from '../../shared/checkout/products/create-product.ts';
import { ProductView } from '../../shared/checkout/products/present-product.ts';
import { ProductRequest } from '../../shared/checkout/products/product-request.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineEndpoint({
  operation: 'createProduct',
  summary: 'Create a product',
  description:
    'Something that links sell at a price. A link copies what it needs, so later changes of the product do not affect it.',
  method: 'POST',
  path: `${C}/products`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'checkout.sell',
  verification: 'all-callers',
  idempotency: 'required-for-keys',
  audit: 'product.create',
  body: ProductRequest,
  responses: { 201: { description: 'The product.', schema: ProductView } },
  handle: ({ body, organization: { organizationId }, runtime, execution }) =>
    createProduct(runtime, organizationId, body, execution),
});
