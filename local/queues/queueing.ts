import { createSqsHintQueue } from '../../shared/adapters/sqs-hint-queue.ts';
import type { Trigger, Worker } from '../../shared/contract/worker.ts';
import { type DueKind, dueKinds, type Frozen, isFrozen } from '../../shared/ports/due-kinds.ts';
import type { HintQueue } from '../../shared/ports/hint-queue.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { startQueuePoller } from './queue-poller.ts';
import { type LocalQueues, startQueues } from './queues.ts';

type QueueTrigger = Extract<Trigger, { type: 'queue' }>;

/** A worker with one of the queues that it reads. */
export interface QueueWorker {
  readonly worker: Worker;
  readonly trigger: QueueTrigger;
}

/** Used for a queue that no worker reads, so that hints can still be sent to it. */
const unreadTimeoutSeconds = 30;

/** The queues of a running stack, and the workers that process their hints. */
export interface Queueing extends Pick<LocalQueues, 'endpoint' | 'queues'> {
  readonly hints: HintQueue;
  /** Calls workers with the hints, except those of frozen kinds. */
  work(workers: readonly QueueWorker[], frozen: Frozen, runtime: WholeRuntime): void;
  /** Ends the workers, and then the queues. */
  stop(): Promise<void>;
}

export async function startQueueing(workers: readonly QueueWorker[]): Promise<Queueing> {
  const { client, endpoint, queues, stop } = await startQueues(timeoutsOf(workers));
  const urls = Object.fromEntries([...queues].map(([kind, { url }]) => [kind, url]));
  const pollers: { stop(): Promise<void> }[] = [];
  return {
    endpoint,
    queues,
    hints: createSqsHintQueue({ client, queueUrls: urls as Record<DueKind, string> }),
    work(own, frozen, runtime) {
      for (const { worker, trigger } of own) {
        const queue = isFrozen(trigger.kind, frozen) ? undefined : queues.get(trigger.kind);
        if (queue) pollers.push(startQueuePoller({ client, queue, worker, trigger, runtime }));
      }
    },
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()));
      await stop();
    },
  };
}

/** Timeouts by kind, in seconds. */
function timeoutsOf(workers: readonly QueueWorker[]): Map<DueKind, number> {
  const timeouts = new Map<DueKind, number>(dueKinds.map((kind) => [kind, unreadTimeoutSeconds]));
  for (const { worker, trigger } of workers) timeouts.set(trigger.kind, worker.timeoutSeconds);
  return timeouts;
}
