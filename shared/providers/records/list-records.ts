import type { Store } from '../../ground/table/store.ts';
import { mostRecords, type RailPage, type RailRecord } from '../../ports/payout-rail.ts';
import { paymentPartition, paymentShards, RailRecordEntity, type StoredRecord } from './rail-record.ts';

interface Listing {
  readonly sinceMs: number;
  /** The rail whose records are requested. Absent for the sandbox. */
  readonly rail?: string;
  /** The outcome of a payment. */
  readonly newsOf: (record: StoredRecord) => Promise<RailRecord['news']>;
}

/** The maximum number of queries for one page, whatever they find. */
const queriesPerPage = 20;

/**
 * Reads everything that is remembered, partition by partition, and leaves out earlier rows. This is expensive, and
 * needed only after a restore: an index by time would cost a write unit for each payout.
 */
export async function listSince(
  memory: Pick<Store, 'range'>,
  { sinceMs, rail, newsOf }: Listing,
  page = '0/',
): Promise<RailPage> {
  let [shard, after] = positionOf(page);
  for (let queries = 0; queries < queriesPerPage && shard < paymentShards; queries += 1) {
    const partition = paymentPartition(shard);
    const found = await memory.range(RailRecordEntity, {
      partition,
      limit: mostRecords,
      ...(after && { after }),
    });
    [shard, after] = found.examinedTo === undefined ? [shard + 1, ''] : [shard, found.examinedTo];
    const own = found.items.filter((record) => record.receivedAt >= sinceMs && record.rail === rail);
    const records = await Promise.all(own.map(async (record) => recordOf(record, await newsOf(record))));
    if (records.length > 0) return { records, ...nextOf(shard, after) };
  }
  return { records: [], ...nextOf(shard, after) };
}

function nextOf(shard: number, after: string): Pick<RailPage, 'next'> {
  return shard < paymentShards ? { next: `${shard}/${after}` } : {};
}

/** @throws Error for a cursor that no page has returned */
function positionOf(page: string): [shard: number, after: string] {
  const [, shard, after = ''] = /^(\d{1,2})\/(.*)$/.exec(page) ?? [];
  if (shard === undefined) throw new Error('no page of the rail has this position');
  return [Number(shard), after];
}

function recordOf(payment: StoredRecord, news: RailRecord['news']): RailRecord {
  const { key, organizationId, memo, corridorId, destinationAmount, destinationCurrency, receivedAt } = payment;
  return { key, organizationId, memo, corridorId, destinationAmount, destinationCurrency, receivedAt, news };
}
