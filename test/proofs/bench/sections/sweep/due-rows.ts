import { BatchWriteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { keyOf } from '../../../../../shared/ground/table/keys.ts';
import {
  type DueKey,
  dueRef,
  dueShard,
  dueShardCount,
  dueTime,
  scheduleWork,
} from '../../../../../shared/journal/due/due-work.ts';
import type { WholeRuntime } from '../../../../../shared/ports/runtime.ts';

/** BatchWriteItem takes no more. */
const batchSize = 25;
/** As if nobody had sent a hint for so long. */
const overdueForMs = 60 * 60 * 1000;

/**
 * Writes due rows of payouts that do not exist, directly and evenly: over the last hour, the organizations and the shards
 * of the index.
 * @returns their resources
 */
export async function writeDueRows(runtime: WholeRuntime, rows: number, organizations: number): Promise<string[]> {
  const { clock, store } = runtime;
  const { client, tableName } = store;
  const beganAt = clock() - overdueForMs;
  const resources = Array.from({ length: rows }, (_, index) => `po_${String(index).padStart(9, '0')}`);
  const keyOfRow = (resourceId: string, index: number): DueKey => {
    return { organizationId: `org_${index % organizations}`, kind: 'rails', resourceId };
  };
  // The first of them, which is written again below.
  const like = await storedRow(runtime, keyOfRow(resources[0] ?? '', 0));
  for (let start = 0; start < rows; start += batchSize) {
    const writes = resources.slice(start, start + batchSize).map((resourceId, offset) => {
      const index = start + offset;
      const key = keyOfRow(resourceId, index);
      const dueAt = beganAt + Math.floor((index / rows) * overdueForMs);
      const shard = dueShard('rails', index % dueShardCount);
      const Item = { ...like, ...keyOf(dueRef(key)), ...key, ...dueTime(dueAt), dueShard: shard };
      return { PutRequest: { Item } };
    });
    await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: writes } }));
  }
  return resources;
}

/** A row as the service writes it. */
async function storedRow({ clock, ids, store }: WholeRuntime, key: DueKey): Promise<Record<string, unknown>> {
  await store.transact([scheduleWork(key, clock())], ids.token());
  const { client, tableName: TableName } = store;
  const { Item } = await client.send(new GetCommand({ TableName, Key: keyOf(dueRef(key)) }));
  if (!Item) throw new Error('the row was not written');
  return Item;
}
