import { type ListPage, walkList } from '../../contract/lists/list-walk.ts';
import { readPage } from '../../ground/table/page.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type ProductBody, presentProduct } from './present-product.ts';
import { ProductEntity, productPartition, type productStatuses } from './product.ts';

interface ProductFilters {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly status?: readonly (typeof productStatuses)[number][] | undefined;
}

/** Lists products, newest first. */
export async function listProducts(
  runtime: Pick<Runtime, 'clock' | 'store'>,
  organizationId: string,
  { cursor, limit, status = [] }: ProductFilters,
): Promise<ListPage<ProductBody>> {
  const scope = { list: 'products', organizationId };
  const { after, page } = walkList(runtime, scope, cursor);
  const range = { partition: productPartition(organizationId), newestFirst: true, limit, after, where: { status } };
  const { items, next } = await readPage(runtime.store, ProductEntity, range, ({ productId }) => productId);
  return page(items.map(presentProduct), next);
}
