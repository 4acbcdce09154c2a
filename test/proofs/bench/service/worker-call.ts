import { TimeoutError } from '../../../../local/workers/worker-call.ts';
import { runWorker } from '../../../../shared/contract/run-worker.ts';
import type { Worker } from '../../../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import type { Time } from './time.ts';

/** Runs a worker as Lambda would, by the time that passes for it. @throws TimeoutError when it takes longer than it may */
export function callInTime<Event, Result>(
  { sleep }: Pick<Time, 'sleep'>,
  worker: Worker<Event, Result>,
  event: Event,
  runtime: WholeRuntime,
): Promise<Result> {
  const { name, timeoutSeconds } = worker;
  const timeout = sleep(timeoutSeconds * 1000).then(() => {
    throw new TimeoutError(`${name} timed out after ${timeoutSeconds} seconds`);
  });
  return Promise.race([runWorker(worker, event, runtime), timeout]);
}
