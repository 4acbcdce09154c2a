import { ServiceError } from '../../../ground/errors/service-error.ts';
import type { Store } from '../../../ground/table/store.ts';
import { type Batch, batchRef } from './batch.ts';

/**
 * Reads a batch of an organization.
 * @throws ServiceError BATCH_NOT_FOUND
 */
export async function findBatch(store: Pick<Store, 'get'>, organizationId: string, batchId: string): Promise<Batch> {
  return foundBatch(await store.get(batchRef(organizationId, batchId)));
}

/** @throws ServiceError BATCH_NOT_FOUND */
export function foundBatch(found: Batch | undefined): Batch {
  if (found) return found;
  throw new ServiceError('BATCH_NOT_FOUND', 'no such batch');
}
