import type { Store } from '../../../ground/table/store.ts';
import { type Payout, PayoutEntity } from '../../payout/payout.ts';
import type { Batch } from '../batch/batch.ts';
import { payoutIdOf } from '../batch/batch-item.ts';

/**
 * Reads the payouts that lines of a batch have already become, for at most a hundred lines.
 * @returns them by the line's index
 */
export async function readPayouts(
  store: Pick<Store, 'getMany'>,
  batch: Batch,
  indexes: readonly number[],
): Promise<ReadonlyMap<number, Payout>> {
  const { organizationId } = batch;
  const byId = new Map(indexes.map((index) => [payoutIdOf(batch, index), index]));
  const keys = [...byId.keys()].map((payoutId) => ({ organizationId, payoutId }));
  const found = await store.getMany(PayoutEntity, keys);
  return new Map(found.map((payout) => [byId.get(payout.payoutId) ?? -1, payout]));
}
