import { reply } from '../../contract/reply.ts';
import { replace } from '../../ground/table/writes.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { presentProduct } from './present-product.ts';
import { type Product, ProductEntity, productRef } from './product.ts';

interface ProductKey {
  readonly organizationId: string;
  readonly productId: string;
}

/**
 * Commits a change of a product. Existing links are not affected.
 * @param change pure; returns its input itself if there is nothing to change
 * @throws ServiceError ACCOUNT_BLOCKED, and any error of `change`
 */
export async function changeProduct(
  runtime: Runtime,
  { organizationId, productId }: ProductKey,
  change: (found: Product | undefined) => Product,
  execution: Execution,
) {
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { product: productRef(organizationId, productId) },
      decide: ({ organization, product: found }, draft) => {
        refuseSuspended(organization);
        const changed = change(found);
        if (changed === found) return { reply: reply(200, presentProduct(found)), resourceId: productId };
        const product = { ...changed, updatedAt: draft.timestamp };
        draft.write(replace(ProductEntity, product));
        return { reply: reply(200, presentProduct(product)), resourceId: productId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}
