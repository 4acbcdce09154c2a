import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  type ShardIteratorType,
  type _Record as StreamsRecord,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';

/** Records of one shard, in order. */
export type OnRecords = (records: readonly StreamsRecord[]) => Promise<void>;

export interface ShardReader {
  /**
   * Reads new records once.
   * @returns the number of records
   */
  read(onRecords: OnRecords): Promise<number>;
}

interface Position {
  iterator: string | undefined;
  lastSequenceNumber?: string;
  readonly parent: string | undefined;
}

/** DynamoDB replaces its shards every few hours. A new one may start before the end of the old one is seen. */
const RESCAN_MS = 10_000;

/**
 * Reads every shard of a stream from now on: `LATEST` for existing shards, `TRIM_HORIZON` for later ones. No position
 * is kept between starts. Records only cause hints, and hints are lost with the queues anyway: at every start the sweep
 * finds the due rows, and cursors that are behind are woken.
 */
export async function readShardsFromNow(client: DynamoDBStreamsClient, streamArn: string): Promise<ShardReader> {
  const positions = new Map<string, Position>();
  let rescanAt = 0;

  async function scan(type: ShardIteratorType): Promise<void> {
    for (const shard of await listShards(client, streamArn)) {
      const { ShardId = '', ParentShardId } = shard;
      if (positions.has(ShardId)) continue;
      const ended = type === 'LATEST' && shard.SequenceNumberRange?.EndingSequenceNumber !== undefined;
      const iterator = ended ? undefined : await iteratorOf(ShardId, type);
      positions.set(ShardId, { iterator, parent: ParentShardId });
    }
    rescanAt = Date.now() + RESCAN_MS;
  }

  async function iteratorOf(ShardId: string, ShardIteratorType: ShardIteratorType, SequenceNumber?: string) {
    const input = { StreamArn: streamArn, ShardId, ShardIteratorType, SequenceNumber };
    return (await client.send(new GetShardIteratorCommand(input))).ShardIterator;
  }

  /**
   * An iterator is valid for 15 minutes. After the machine has slept, reading continues after the last record that was
   * seen.
   */
  async function renew(shardId: string, position: Position, error: unknown): Promise<void> {
    if (error instanceof ExpiredIteratorException && position.lastSequenceNumber !== undefined) {
      position.iterator = await iteratorOf(shardId, 'AFTER_SEQUENCE_NUMBER', position.lastSequenceNumber);
    } else if (error instanceof ExpiredIteratorException || error instanceof TrimmedDataAccessException) {
      position.iterator = await iteratorOf(shardId, 'TRIM_HORIZON');
    } else throw error;
  }

  async function readShard(shardId: string, position: Position, onRecords: OnRecords): Promise<number> {
    try {
      const output = await client.send(new GetRecordsCommand({ ShardIterator: position.iterator }));
      const records = output.Records ?? [];
      if (records.length > 0) await onRecords(records);
      position.lastSequenceNumber = records.at(-1)?.dynamodb?.SequenceNumber ?? position.lastSequenceNumber;
      position.iterator = output.NextShardIterator;
      if (position.iterator === undefined) rescanAt = 0;
      return records.length;
    } catch (error) {
      await renew(shardId, position, error);
      return 0;
    }
  }

  await scan('LATEST');
  return {
    async read(onRecords) {
      if (Date.now() >= rescanAt) await scan('TRIM_HORIZON');
      let count = 0;
      for (const [shardId, position] of positions) {
        // A parent is read to its end before its child, so that the changes of one item stay in order.
        const waits = position.parent !== undefined && positions.get(position.parent)?.iterator !== undefined;
        if (position.iterator !== undefined && !waits) count += await readShard(shardId, position, onRecords);
      }
      return count;
    },
  };
}

async function listShards(client: DynamoDBStreamsClient, StreamArn: string): Promise<Shard[]> {
  const shards: Shard[] = [];
  let ExclusiveStartShardId: string | undefined;
  do {
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId }));
    shards.push(...(StreamDescription?.Shards ?? []));
    ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
  } while (ExclusiveStartShardId !== undefined);
  return shards;
}
