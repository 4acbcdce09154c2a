import { listProducts } from '../../shared/checkout/products/list-products.ts';
import { ProductView } from '../../shared/checkout/products/present-product.ts';
import { productStatuses } from '../../shared/checkout/products/product.ts';
import { limitParameter, listParameter } from '../../shared/contract/fields.ts';
import { defineList } from '../../shared/contract/lists/define-list.ts';
import { C } from '../../shared/contract/paths.ts';

export const endpoint = defineList({
  operation: 'listProducts',
  summary: 'List products',
  description: 'Newest first.',
  path: `${C}/products`,
  of: 'products',
  view: ProductView,
  page: limitParameter(100, 50),
  filters: {
    status: listParameter(productStatuses).optional(),
  },
  list: ({ query, organization: { organizationId }, runtime }) => listProducts(runtime, organizationId, query),
});
