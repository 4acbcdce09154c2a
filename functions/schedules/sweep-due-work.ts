import { defineWorker } from '../../shared/contract/worker.ts';
import { sweepDueWork } from '../../shared/journal/due/sweep-due-work.ts';
import { serveWorker } from '../../shared/lambda/serve-worker.ts';

/** Finds due work that was scheduled further ahead than a message can be delayed, and due work whose hint was lost. */
export const worker = defineWorker({
  name: 'sweep-due-work',
  trigger: { type: 'schedule', everyMinutes: 5 },
  timeoutSeconds: 60,
  handle: (_event: unknown, runtime) => sweepDueWork(runtime),
});

export const handler = serveWorker(worker);
