import { createHash } from 'node:crypto';
import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import type { Store } from '../../ground/table/store.ts';
import { table } from '../../ground/table/table.ts';
import type { Clock } from '../../ground/time/clock.ts';
import type { DepositRecords, NotedDeposits } from '../../ports/deposit-chain.ts';
import { forgottenAt } from './memory-row.ts';
import { RailRecordEntity } from './rail-record.ts';

/**
 * An address that was given to a payout. It is in the second table, so that money finds its organization even if a
 * restore has lost the payout.
 */
export const DepositRecordEntity = new Entity({
  name: 'depositRecord',
  table,
  timestamps: false,
  schema: item({
    payoutId: string().key(),
    organizationId: string(),
    connectionId: string(),
    chain: string(),
    token: string(),
    contract: string(),
    address: string(),
    sinceBlock: number(),
    currency: string(),
    /** Milliseconds. */
    notedAt: number(),
    ttl: number(),
  }),
  computeKey: ({ payoutId }: { payoutId: string }) => ({ pk: partitionOf(shardOf(payoutId)), sk: payoutId }),
});

/** The number of partitions, so that no single one gets every payout. */
const shards = 16;

function partitionOf(shard: number): string {
  return `DEPOSIT_ADDRESS#${shard}`;
}

function shardOf(payoutId: string): number {
  return createHash('sha256').update(payoutId).digest().readUInt8() % shards;
}

/** @param memory the second table */
export function depositRecords(memory: Pick<Store, 'put'>, clock: Clock): DepositRecords {
  return {
    async note(record) {
      const notedAt = clock();
      await memory.put(DepositRecordEntity, { ...record, notedAt, ttl: forgottenAt(notedAt) });
    },
  };
}

const recordsInPage = 100;

/** Reads every partition from its beginning. This is expensive, and needed only after a restore. */
export function notedDeposits(memory: Pick<Store, 'range' | 'get'>): NotedDeposits {
  return {
    async since(sinceMs, page = '0/') {
      const [, shard = '', after = ''] = /^(\d{1,2})\/(.*)$/.exec(page) ?? [];
      if (shard === '' || Number(shard) >= shards) throw new Error('no page of the addresses has this position');
      const range = { partition: partitionOf(Number(shard)), limit: recordsInPage, ...(after && { after }) };
      const { items, examinedTo } = await memory.range(DepositRecordEntity, range);
      const following = Number(shard) + 1 < shards ? `${Number(shard) + 1}/` : undefined;
      const next = examinedTo === undefined ? following : `${shard}/${examinedTo}`;
      return { records: items.filter(({ notedAt }) => notedAt >= sinceMs), next };
    },
    wasSent: async (payoutId) => (await memory.get(refTo(RailRecordEntity, { key: payoutId }))) !== undefined,
  };
}
