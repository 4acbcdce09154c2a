import type { SQSEvent } from 'aws-lambda';
import { worker as advancePayouts } from '../../../../functions/queues/advance-payouts.ts';
import { worker as hintDueWork } from '../../../../functions/streams/hint-due-work.ts';
import { startStreamPoller } from '../../../../local/dynamodb-local/stream-poller.ts';
import { batchItemFailures } from '../../../../local/workers/worker-call.ts';
import type { Worker } from '../../../../shared/contract/worker.ts';
import type { HintQueue } from '../../../../shared/ports/hint-queue.ts';
import type { Intercept } from '../store/intercept.ts';
import type { DatabaseFleet, Fleet } from './fleet.ts';
import { type MemoryQueue, startMemoryQueue } from './queue.ts';
import { systemTime, type Time } from './time.ts';
import { callInTime } from './worker-call.ts';

/** The real workers on the real stream. @returns what stops it */
export async function startSettlement(
  fleet: DatabaseFleet,
  intercepts: readonly Intercept[],
): Promise<() => Promise<void>> {
  // Shorter than in AWS, because runs are.
  const queue = startAdvancing(fleet, intercepts, { time: systemTime, visibilitySeconds: 10 });
  const { runtime } = fleet.startProcess([], { hints: queue });
  const { client: table, streams } = fleet.connect();
  const { tableName } = fleet;
  const stream = await startStreamPoller({ table, streams, tableName, worker: hintDueWork, runtime });
  return async () => {
    await stream.stop();
    await queue.stop();
  };
}

interface QueueOptions {
  readonly time: Time;
  readonly visibilitySeconds: number;
}

/** The worker of payouts behind its queue. */
export function startAdvancing(fleet: Fleet, intercepts: readonly Intercept[], options: QueueOptions): MemoryQueue {
  return startWorker(fleet, advancePayouts, intercepts, options);
}

/** A real worker behind its queue; each call is in a process of its own, as many at once as the declaration allows. */
export function startWorker(
  fleet: Fleet,
  worker: Worker<SQSEvent>,
  intercepts: readonly Intercept[],
  { time, visibilitySeconds }: QueueOptions,
): MemoryQueue {
  const { kind, batchSize, batchingSeconds, maximumConcurrency } = queueTrigger(worker);
  const hints: HintQueue = { send: (sent, now) => queue.send(sent, now), backlog: () => queue.backlog(kind) };
  const workers = Array.from({ length: maximumConcurrency }, () => {
    const { runtime } = fleet.startProcess(intercepts, { hints });
    return async (event: SQSEvent) => batchItemFailures(await callInTime(time, worker, event, runtime));
  });
  const queue = startMemoryQueue({ batchSize, batchingSeconds, workers, time, visibilitySeconds });
  return queue;
}

function queueTrigger({ name, trigger }: Worker<SQSEvent>) {
  if (trigger.type !== 'queue') throw new Error(`${name} reads no queue`);
  return trigger;
}
