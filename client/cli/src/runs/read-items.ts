import type { PayoutBatch, PayoutBatchItem } from '../../../src/index.ts';
import type { Service } from './service.ts';

/** All items of a batch, in order. */
export async function readItems({ sluice, signal }: Service, { batchId }: PayoutBatch): Promise<PayoutBatchItem[]> {
  const items: PayoutBatchItem[] = [];
  for await (const item of sluice.listPayoutBatchItems({ batchId, limit: 100 }, { signal })) items.push(item);
  return items;
}
