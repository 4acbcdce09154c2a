import type { ScheduledEvent } from 'aws-lambda';
import { defineWorker } from '../../shared/contract/worker.ts';
import { sweepDueWork } from '../../shared/journal/due/sweep-due-work.ts';

/**
 * Finds due work that was scheduled further ahead than a message can be delayed, and due work whose hint was lost. If
 * invoked manually with `{}`, it starts over.
 */
export const worker = defineWorker({
  name: 'sweep-due-work',
  trigger: { type: 'schedule', everyMinutes: 5 },
  // Slightly less than five minutes, so that a run that uses all of its time ends before the next one.
  timeoutSeconds: 290,
  handle: ({ source }: Partial<ScheduledEvent>, runtime) => sweepDueWork(runtime, { goesOn: source === 'aws.events' }),
});
