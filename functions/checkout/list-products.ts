import * as z from 'zod';
import { listProducts } from '../../shared/checkout/products/list-products.ts';
import { ProductView } from '../../shared/checkout/products/present-product.ts';
import { productStatuses } from '../../shared/checkout/products/product.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CursorParameter, limitParameter, listParameter, NextCursor, rowsOf } from '../../shared/contract/fields.ts';
import { CompleteUntil } from '../../shared/contract/lists/list-walk.ts';
import { C } from '../../shared/contract/paths.ts';
import { reply } from '../../shared/contract/reply.ts';

export const endpoint = defineEndpoint({
  operation: 'listProducts',
  summary: 'List products',
  description: 'Newest first.',
  method: 'GET',
  path: `${C}/products`,
  callers: ['key', 'session'],
  scope: 'read',
  permission: 'read',
  rateClass: 'standard',
  query: z.strictObject({
    cursor: CursorParameter.optional(),
    limit: limitParameter(100, 50),
    status: listParameter(productStatuses).optional(),
  }),
  responses: {
    200: {
      description: 'A page of products.',
      schema: z.object({ data: rowsOf(ProductView), completeUntil: CompleteUntil, nextCursor: NextCursor }),
    },
  },
  errors: [],
  handle: async ({ query, organization: { organizationId }, runtime }) =>
    reply(200, await listProducts(runtime, organizationId, query)),
});
