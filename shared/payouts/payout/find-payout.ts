import { ServiceError } from '../../ground/errors/service-error.ts';
import { refTo } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import { type Payout, PayoutEntity } from './payout.ts';

/**
 * Reads a payout of an organization.
 * @throws ServiceError NOT_FOUND
 */
export async function findPayout(store: Store, organizationId: string, payoutId: string): Promise<Payout> {
  const payout = await store.get(refTo(PayoutEntity, { organizationId, payoutId }));
  if (!payout) throw new ServiceError('NOT_FOUND', 'no such payout');
  return payout;
}
