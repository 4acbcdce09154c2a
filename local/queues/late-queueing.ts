import type { HintQueue } from '../../shared/ports/hint-queue.ts';
import type { Queueing, QueueWorker } from './queueing.ts';

/** Queues that start when they are asked to, or when the first hint is sent. */
export interface LateQueueing {
  readonly hints: HintQueue;
  start(): Promise<Queueing>;
  /** Ends what was started, also what is still starting. */
  stop(): Promise<void>;
}

/**
 * Loading and making the queues takes a fifth of the stack's start, and no request needs them to be answered: they start behind it. A hint
 * that is sent before waits for them.
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
