import type { Sluice } from '../../../client/src/index.ts';
import { until } from '../../../scripts/support/until.ts';

/** Waits until no payout is on its way. */
export async function untilSettled(sluice: Sluice, timeoutMs: number): Promise<void> {
  await until('every payout is settled', timeoutMs, async () => {
    const { data } = await sluice.listOrders({ status: 'pending,processing', limit: 1 });
    return data.length === 0 || undefined;
  });
}
