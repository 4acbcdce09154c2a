import { randomUUID } from 'node:crypto';
import { Sluice } from '../../../../../client/src/index.ts';
import type { Quickstart } from '../../../../../local/data/quickstart.ts';
import { until } from '../../../../../scripts/support/until.ts';
import type { LongHistory } from '../../history/long-history.ts';
import { median, round } from '../../statistics.ts';

/** What readers of a long history wait for, milliseconds. */
export interface ReadingFigures {
  /** A page of a hundred payouts, the median of many in a row. */
  readonly pageP50Ms: number;
  /** The ledger of `exported` payouts in one answer. */
  readonly exportMs: number;
  readonly exported: number;
  /** From a payout's request until it is settled. */
  readonly payoutMs: number;
}

const pages = 20;
const limit = 100;
const settledWithinMs = 120_000;

/** Pages through payouts, exports a part of the ledger, and pays. */
export async function measureReading(
  quickstart: Quickstart,
  { destinationAccountId }: LongHistory,
): Promise<ReadingFigures> {
  const sluice = new Sluice(quickstart);
  const times: number[] = [];
  let cursor: string | undefined;
  let oldest = '';
  for (let page = 0; page < pages; page += 1) {
    const begunAt = performance.now();
    const { data, nextCursor } = await sluice.listOrders({ limit, ...(cursor && { cursor }) });
    times.push(performance.now() - begunAt);
    if (data.length < limit) throw new Error(`page ${page + 1} of a long history has ${data.length} payouts`);
    oldest = data.at(-1)?.createdAt ?? '';
    cursor = nextCursor;
  }
  const exportedAt = performance.now();
  const { data } = await sluice.getBalanceHistory({ createdAfter: oldest });
  const exportMs = performance.now() - exportedAt;
  const payoutMs = await timePayout(sluice, destinationAccountId);
  return { pageP50Ms: round(median(times), 1), exportMs: round(exportMs, 1), exported: data.length, payoutMs };
}

async function timePayout(sluice: Sluice, destinationAccountId: string): Promise<number> {
  const reference = randomUUID();
  await sluice.fundSandbox({ amount: '10.00' });
  const begunAt = performance.now();
  await sluice.createPayout({ amount: '10.00', destinationAccountId, reference });
  await until('the payout is settled', settledWithinMs, async () => {
    const { data } = await sluice.listOrders({ reference });
    return data[0]?.status === 'completed' || undefined;
  });
  return Math.round(performance.now() - begunAt);
}
