import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Store } from '../../../../shared/ground/table/store.ts';
import { putIf } from '../../../../shared/ground/table/writes.ts';
import { type Event, EventEntity } from '../../../../shared/journal/rows/event.ts';

/** BatchWriteItem takes no more. */
const batchSize = 25;

/** Puts events into the feed beside the journal, whose head knows nothing of them. */
export async function putEvents({ client, tableName }: Store, events: readonly Event[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(events.length / batchSize) }, (_, index) =>
    events.slice(index * batchSize, (index + 1) * batchSize),
  );
  await Promise.all(
    batches.map((batch) => {
      const requests = batch.map((event) => ({
        PutRequest: { Item: putIf(EventEntity, event, {}).input.Item as never },
      }));
      return client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
    }),
  );
}
