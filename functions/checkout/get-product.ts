import { findProduct } from '../../shared/checkout/products/find-product.ts';
import { ProductView, presentProduct } from '../../shared/checkout/products/present-product.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'getProduct',
  summary: 'Read a product',
  method: 'GET',
  path: `${C}/products/{productId}`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  responses: { 200: { description: 'The product.', schema: ProductView } },
  errors: ['NOT_FOUND'],
  handle: async ({ parameters: { productId }, organization: { organizationId }, runtime: { store } }) =>
    reply(200, presentProduct(await findProduct(store, organizationId, productId))),
});
