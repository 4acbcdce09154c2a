import type { SQSEvent } from 'aws-lambda';
import { worker as advancePayouts } from '../../../functions/queues/advance-payouts.ts';
import { worker as hintDueWork } from '../../../functions/streams/hint-due-work.ts';
import { startStreamPoller } from '../../../local/stream-poller.ts';
import { batchItemFailures } from '../../../local/worker-call.ts';
import type { HintQueue } from '../../../shared/ports/hint-queue.ts';
import type { Intercept } from '../store/intercept.ts';
import type { DatabaseFleet, Fleet } from './fleet.ts';
import { type MemoryQueue, startMemoryQueue } from './queue.ts';
import { systemTime, type Time } from './time.ts';
import { callInTime } from './worker-call.ts';

const { batchSize, batchingSeconds, maximumConcurrency } = queueTrigger();

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

/** The real worker behind its queue; each call is in a process of its own, as many at once as the declaration allows. */
export function startAdvancing(
  fleet: Fleet,
  intercepts: readonly Intercept[],
  { time, visibilitySeconds }: { readonly time: Time; readonly visibilitySeconds: number },
): MemoryQueue {
  const hints: HintQueue = { send: (sent, now) => queue.send(sent, now), backlog: () => queue.backlog('rails') };
  const workers = Array.from({ length: maximumConcurrency }, () => {
    const { runtime } = fleet.startProcess(intercepts, { hints });
    return async (event: SQSEvent) => batchItemFailures(await callInTime(time, advancePayouts, event, runtime));
  });
  const queue = startMemoryQueue({ batchSize, batchingSeconds, workers, time, visibilitySeconds });
  return queue;
}

function queueTrigger() {
  const { trigger } = advancePayouts;
  if (trigger.type !== 'queue') throw new Error(`${advancePayouts.name} reads no queue`);
  return trigger;
}
