import { TimeoutError } from '../../../local/worker-call.ts';
import type { Worker } from '../../../shared/contract/worker.ts';
import type { WorkerRuntime } from '../../../shared/ports/runtime.ts';
import type { Time } from './time.ts';

/** Runs a worker as Lambda would, by the time that passes for it. @throws TimeoutError when it takes longer than it may */
export function callInTime<Event, Result>(
  { sleep }: Pick<Time, 'sleep'>,
  { name, timeoutSeconds, handle }: Worker<Event, Result>,
  event: Event,
  runtime: WorkerRuntime,
): Promise<Result> {
  const timeout = sleep(timeoutSeconds * 1000).then(() => {
    throw new TimeoutError(`${name} timed out after ${timeoutSeconds} seconds`);
  });
  return Promise.race([handle(event, runtime), timeout]);
}
