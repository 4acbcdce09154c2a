import { runWorker } from '../../shared/contract/run-worker.ts';
import type { Worker } from '../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';

/** Something that fetches work by itself until it is stopped. */
export interface Poller {
  /** Stops fetching work and waits for work in progress. */
  stop(): Promise<void>;
}

/** Runs a worker as Lambda would: with the event of its trigger, and no longer than its timeout. */
export function callWorker(worker: Worker, event: unknown, runtime: WholeRuntime): Promise<unknown> {
  // The trigger decides the event's type; a list of workers cannot know it.
  const called = worker as Worker<unknown>;
  return withTimeout(worker.timeoutSeconds, worker.name, () => runWorker(called, event, runtime));
}

/**
 * Logs that a call failed. The worker's own log line has already shown the error to the developer, unless the worker is
 * still running.
 */
export function logFailure(
  { log }: Pick<WholeRuntime, 'log'>,
  message: string,
  fields: { readonly worker: string; readonly error: Error; readonly tries?: number },
): void {
  if (fields.error instanceof TimeoutError) log.error(message, fields);
  else log.warn(message, fields);
}

/** @throws TimeoutError when the work takes longer. It may still continue, because nothing can stop it here. */
export async function withTimeout<T>(seconds: number, name: string, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`${name} timed out after ${seconds} seconds`)), seconds * 1000);
  });
  try {
    return await Promise.race([work(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** The identifiers of a batch's failed records, as workers report them. */
export function batchItemFailures(result: unknown): Set<string> {
  const { batchItemFailures: failures = [] } = (result ?? {}) as {
    batchItemFailures?: { itemIdentifier: string }[];
  };
  return new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
}
