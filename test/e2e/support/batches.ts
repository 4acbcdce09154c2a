import type { CreatePayout, PayoutBatch, PayoutBatchItem, Sluice } from '../../../client/src/index.ts';
import { until } from '../../../scripts/support/until.ts';
import { unique } from './recipients.ts';

/** A client of an organization, and the account that its lines pay. */
interface Payer {
  readonly sluice: Sluice;
  readonly destinationAccountId: string;
}

/** Lines of 10.00 each, with references of their own. */
export function linesTo({ destinationAccountId }: Pick<Payer, 'destinationAccountId'>, count: number): CreatePayout[] {
  return Array.from({ length: count }, () => ({ amount: '10.00', destinationAccountId, reference: unique('line') }));
}

/** Waits until a run is in one of these statuses. */
export function untilBatch(
  { sluice }: Pick<Payer, 'sluice'>,
  { batchId }: Pick<PayoutBatch, 'batchId'>,
  timeoutMs: number,
  ...statuses: readonly PayoutBatch['status'][]
): Promise<PayoutBatch> {
  return until(`${batchId} is ${statuses.join(' or ')}`, timeoutMs, async () => {
    const batch = await sluice.getPayoutBatch({ batchId });
    return statuses.includes(batch.status) ? batch : undefined;
  });
}

/** All items of a run, in their order. */
export async function itemsOf(
  { sluice }: Pick<Payer, 'sluice'>,
  { batchId }: Pick<PayoutBatch, 'batchId'>,
): Promise<PayoutBatchItem[]> {
  const items: PayoutBatchItem[] = [];
  for await (const item of sluice.listPayoutBatchItems({ batchId, limit: 100 })) items.push(item);
  return items;
}
