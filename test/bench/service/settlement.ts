import type { SQSEvent } from 'aws-lambda';
import { worker as advancePayouts } from '../../../functions/queues/advance-payouts.ts';
import { worker as hintDueWork } from '../../../functions/streams/hint-due-work.ts';
import { startStreamPoller } from '../../../local/stream-poller.ts';
import { batchItemFailures, callWorker } from '../../../local/worker-call.ts';
import type { HintQueue } from '../../../shared/due/hint-queue.ts';
import type { Intercept } from '../store/intercept.ts';
import type { Fleet } from './fleet.ts';
import { type MemoryQueue, startMemoryQueue } from './queue.ts';

const { batchSize, batchingSeconds, maximumConcurrency } = queueTrigger();

/**
 * The real workers on the real stream; each call is in a process of its own, as many at once as the declaration allows.
 * @returns what stops it
 */
export async function startSettlement(fleet: Fleet, intercepts: readonly Intercept[]): Promise<() => Promise<void>> {
  const queue: MemoryQueue = startMemoryQueue({
    batchSize,
    batchingSeconds,
    workers: queueWorkers(fleet, intercepts, { send: (hints, now) => queue.send(hints, now), backlog: async () => 0 }),
  });
  const { runtime } = fleet.startProcess([], { hints: queue });
  const { client: table, streams } = fleet.connect();
  const { tableName } = fleet;
  const stream = await startStreamPoller({ table, streams, tableName, worker: hintDueWork, runtime });
  return async () => {
    await stream.stop();
    await queue.stop();
  };
}

function queueWorkers(fleet: Fleet, intercepts: readonly Intercept[], hints: HintQueue) {
  return Array.from({ length: maximumConcurrency }, () => {
    const { runtime } = fleet.startProcess(intercepts, { hints });
    return async (event: SQSEvent) => batchItemFailures(await callWorker(advancePayouts, event, runtime));
  });
}

function queueTrigger() {
  const { trigger } = advancePayouts;
  if (trigger.type !== 'queue') throw new Error(`${advancePayouts.name} reads no queue`);
  return trigger;
}
