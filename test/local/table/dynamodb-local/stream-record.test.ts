import { randomUUID } from 'node:crypto';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { createTable } from '../../../../local/dynamodb-local/create-table.ts';
import { streamEvent } from '../../../../local/dynamodb-local/stream-event.ts';
import { createTableClients } from '../../../../local/dynamodb-local/table-clients.ts';
import { EmbeddedTable } from '../../../../local/table/embedded-table.ts';
import { streamRecord } from '../../../../local/table/stream-record.ts';
import { createLeanClient } from '../lean-client.ts';
import { anyCall } from '../operations.ts';
import { hasHalfPair } from '../referee.ts';

const calls = 400;

/** The records of a table's stream, from its beginning. */
async function readStream({ client, streams }: ReturnType<typeof createTableClients>, TableName: string) {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const StreamArn = Table?.LatestStreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const records = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const;
    let { ShardIterator } = await streams.send(new GetShardIteratorCommand(start));
    for (let isOver = false; !isOver; ) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator }));
      records.push(...(page.Records ?? []));
      ShardIterator = page.NextShardIterator;
      isOver = !ShardIterator || page.Records?.length === 0;
    }
  }
  return streamEvent(records, StreamArn ?? '').Records;
}

/** What a consumer reads of a record. */
function facts({ eventName, dynamodb }: DynamoDBRecord) {
  return { eventName, keys: dynamodb?.Keys, before: dynamodb?.OldImage, after: dynamodb?.NewImage };
}

/** Whether a call is not refused. */
function attempt(perform: () => unknown): boolean {
  try {
    perform();
    return true;
  } catch {
    return false;
  }
}

test('the stream tells of random writes what the stream of DynamoDB Local tells', { timeout: 120_000 }, async () => {
  const endpoint = inject('dynamoDbEndpoint') ?? '';
  const databaseKeyId = randomUUID().replaceAll('-', '');
  const clients = createTableClients(endpoint, databaseKeyId);
  const table = new EmbeddedTable();
  const records: DynamoDBRecord[] = [];
  table.onChange = (change) => records.push(...[streamRecord(change, Date.now())].filter((one) => one !== undefined));
  await createTable(clients.client, table.name);
  const send = createLeanClient(endpoint, databaseKeyId);

  for (const call of fc.sample(
    anyCall.filter((call) => !hasHalfPair(call)),
    { seed: 1, numRuns: calls },
  )) {
    const [mine, theirs] = [
      attempt(() => table.perform(call)),
      await send(call).then(
        () => true,
        () => false,
      ),
    ];
    expect(mine, JSON.stringify(call).slice(0, 500)).toBe(theirs);
  }
  const told = await readStream(clients, table.name);

  expect(records.length).toBeGreaterThan(calls / 4);
  expect(records.map(facts)).toEqual(told.map(facts));
});
