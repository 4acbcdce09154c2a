import { metadataText } from '../../contract/metadata.ts';
import { reply } from '../../contract/reply.ts';
import { readAmount } from '../../ground/money/read-amount.ts';
import { create } from '../../ground/table/writes.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { presentProduct } from './present-product.ts';
import { type Product, ProductEntity } from './product.ts';
import type { ProductRequest } from './product-request.ts';

/**
 * Creates a product for links.
 * @throws ServiceError VALIDATION_ERROR for an amount with more decimal places than its currency; ACCOUNT_BLOCKED
 */
export async function createProduct(
  runtime: Runtime,
  organizationId: string,
  { metadata, ...request }: ProductRequest,
  execution: Execution,
) {
  const unitAmount = readAmount(request.unitAmount, request.currency, 'unitAmount');
  const productId = runtime.ids.next('prd', runtime.clock());
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      decide: ({ organization }, draft) => {
        refuseSuspended(organization);
        const product: Product = {
          ...request,
          organizationId,
          productId,
          version: 1,
          status: 'active',
          unitAmount,
          metadata: metadataText(metadata),
          livemode: draft.livemode,
          createdAt: draft.timestamp,
          updatedAt: draft.timestamp,
        };
        draft.write(create(ProductEntity, product));
        return { reply: reply(201, presentProduct(product)), resourceId: productId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}
