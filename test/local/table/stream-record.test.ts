import { randomUUID } from 'node:crypto';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeStreamCommand, GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { createTableClients } from '../../../local/clients.ts';
import { createTable } from '../../../local/create-table.ts';
import { streamEvent } from '../../../local/stream-event.ts';
import { type Change, MemoryTable } from '../../../local/table/memory-table.ts';
import { streamRecord } from '../../../local/table/stream-record.ts';
import { createLeanClient } from './lean-client.ts';
import { anyCall } from './operations.ts';
import { Referee } from './referee.ts';

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

test('the stream tells of random writes what the stream of DynamoDB Local tells', { timeout: 120_000 }, async () => {
  const databaseKeyId = randomUUID().replaceAll('-', '');
  const clients = createTableClients(inject('dynamoDbEndpoint'), databaseKeyId);
  const table = new MemoryTable();
  const records: DynamoDBRecord[] = [];
  table.onChange = (change) => records.push(...[streamRecord(change, Date.now())].filter((one) => one !== undefined));
  await createTable(clients.client, table.name);
  const referee = new Referee(table, createLeanClient(inject('dynamoDbEndpoint'), databaseKeyId));

  for (const call of fc.sample(anyCall, { seed: 1, numRuns: calls })) await referee.answer(call);
  const told = await readStream(clients, table.name);

  expect(records.length).toBeGreaterThan(calls / 4);
  expect(records.map(facts)).toEqual(told.map(facts));
});

test('what DynamoDB took out for its age is told as the service’s own deed', () => {
  const before = { pk: 'a', sk: 'b', ttl: 1 };
  const change: Change = { key: 'a b', before, after: undefined, isExpiry: true };

  expect(streamRecord(change, 0)).toMatchObject({
    eventName: 'REMOVE',
    userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    dynamodb: { OldImage: { ttl: { N: '1' } } },
  });
});
