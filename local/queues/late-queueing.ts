import type { HintQueue } from '../../shared/ports/hint-queue.ts';
import type { Queueing, QueueWorker } from './queueing.ts';

/** Queues that start on request, or when the first hint is sent. */
export interface LateQueueing {
  readonly hints: HintQueue;
  start(): Promise<Queueing>;
  /** Stops what was started, including what is still starting. */
  stop(): Promise<void>;
}

/**
 * Loading and creating the queues takes a fifth of the stack's start, and requests do not need them, so they start
 * afterwards. A hint that is sent earlier waits for them.
 */
export function lateQueueing(workers: readonly QueueWorker[]): LateQueueing {
  let starting: Promise<Queueing> | undefined;
  const start = () => {
    starting ??= import('./queueing.ts').then(({ startQueueing }) => startQueueing(workers));
    return starting;
  };
  return {
    start,
    hints: {
      send: async (hints, now) => (await start()).hints.send(hints, now),
      backlog: async (kind) => (await start()).hints.backlog(kind),
    },
    async stop() {
      const started = await starting?.catch(() => undefined);
      await started?.stop();
    },
  };
}
