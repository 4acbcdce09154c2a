import { cursorAt, positionOf } from '../../contract/cursor.ts';
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
  { store }: Runtime,
  organizationId: string,
  { cursor, limit, status = [] }: ProductFilters,
): Promise<{ data: ProductBody[]; nextCursor?: string }> {
  const scope = { list: 'products', organizationId };
  const after = cursor === undefined ? undefined : positionOf(scope, cursor);
  const range = { partition: productPartition(organizationId), newestFirst: true, limit, after, where: { status } };
  const { items, next } = await readPage(store, ProductEntity, range, ({ productId }) => productId);
  return { data: items.map(presentProduct), ...(next && { nextCursor: cursorAt(scope, next) }) };
}
