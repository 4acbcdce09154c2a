import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { isStartedBy } from '../../shared/contract/stream-filter.ts';
import type { Worker } from '../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { deliverRecords } from '../workers/deliver-records.ts';
import { pause } from '../workers/pause.ts';
import type { Poller } from '../workers/worker-call.ts';
import { streamEvent } from './stream-event.ts';
import { readShardsFromNow } from './stream-shards.ts';

export interface StreamPoller extends Poller {
  /** Reports that something was written. Its record appears a few milliseconds later. */
  wake(): void;
}

interface Options {
  readonly table: DynamoDBClient;
  readonly streams: DynamoDBStreamsClient;
  readonly tableName: string;
  readonly worker: Worker;
  readonly runtime: WholeRuntime;
}

/** The time after which a record of a write usually appears. */
const AFTER_WRITE_MS = 5;
/** The pause between reads under load, so that enough records come together and the database can do its work. */
const SHORTEST_PAUSE_MS = 40;
/** The pause when nothing happens. It delays only writes by other processes; writes by this one wake the poller. */
const LONGEST_PAUSE_MS = 250;
const ERROR_PAUSE_MS = 1000;
/**
 * Calls the stream's worker with the table's changes from now on. Resolves when nothing written later can be missed.
 */
export async function startStreamPoller({
  table,
  streams,
  tableName,
  worker,
  runtime,
}: Options): Promise<StreamPoller> {
  const { Table } = await table.send(new DescribeTableCommand({ TableName: tableName }));
  const streamArn = Table?.LatestStreamArn ?? '';
  const shards = await readShardsFromNow(streams, streamArn);
  const stopping = new AbortController();
  let idle = new AbortController();
  let pauseMs = SHORTEST_PAUSE_MS;

  async function readOnce(): Promise<number> {
    return shards.read(async (read) => {
      const records = read.filter(({ dynamodb }) =>
        isStartedBy(worker, dynamodb?.NewImage, runtime.busEnabled === true),
      );
      const { Records } = streamEvent(records, streamArn);
      await deliverRecords(Records, { worker, runtime, stopping: stopping.signal });
    });
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        pauseMs = (await readOnce()) > 0 ? SHORTEST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      } catch (error) {
        if (stopping.signal.aborted) return;
        runtime.log.error('stream poll failed', { error: error as Error });
        pauseMs = ERROR_PAUSE_MS;
      }
      idle = new AbortController();
      if (!stopping.signal.aborted) await pause(pauseMs, idle.signal);
    }
  }

  const polling = poll();
  return {
    wake() {
      if (pauseMs <= SHORTEST_PAUSE_MS) return;
      pauseMs = SHORTEST_PAUSE_MS;
      setTimeout(() => idle.abort(), AFTER_WRITE_MS).unref();
    },
    async stop() {
      stopping.abort();
      idle.abort();
      await polling;
    },
  };
}
