import type { DynamoDBRecord } from 'aws-lambda';
import type { Worker } from '../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { pause } from './pause.ts';
import { batchItemFailures, callWorker, logFailure } from './worker-call.ts';

/** Lambda's default for streams. */
const batchSize = 100;
const attempts = 3;
const pauseMs = 100;

interface Options {
  readonly worker: Worker;
  readonly runtime: WholeRuntime;
  /** Ends the pauses between attempts early. */
  readonly stopping: AbortSignal;
}

/** Calls a stream's worker with records, in order, as Lambda does. Never rejects. */
export async function deliverRecords(records: readonly DynamoDBRecord[], options: Options): Promise<void> {
  for (let start = 0; start < records.length; start += batchSize) {
    await deliverBatch(records.slice(start, start + batchSize), options);
  }
}

/** As in AWS, a failing batch is halved until the record that makes it fail is alone, which is then dropped. */
async function deliverBatch(records: readonly DynamoDBRecord[], options: Options): Promise<void> {
  if (await succeeds(records, options)) return;
  if (records.length === 1) {
    const { worker, runtime } = options;
    runtime.log.error('stream record dropped', { worker: worker.name, keys: records[0]?.dynamodb?.Keys });
    return;
  }
  const middle = Math.ceil(records.length / 2);
  await deliverBatch(records.slice(0, middle), options);
  await deliverBatch(records.slice(middle), options);
}

async function succeeds(Records: readonly DynamoDBRecord[], { worker, runtime, stopping }: Options): Promise<boolean> {
  for (let tries = 1; tries <= attempts; tries++) {
    try {
      const result = await callWorker(worker, { Records }, runtime);
      if (batchItemFailures(result).size === 0) return true;
    } catch (error) {
      logFailure(runtime, 'stream worker failed', { worker: worker.name, error: error as Error, tries });
    }
    if (tries < attempts) await pause(tries * pauseMs, stopping);
  }
  return false;
}
