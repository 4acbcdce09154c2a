import type { Collected } from '../ground/metrics/collect.ts';
import { metricLines } from '../ground/metrics/embed.ts';
import { observing } from '../ground/table/calls/observing.ts';
import type { Runtime } from '../ports/runtime.ts';

/** A worker, or a function of the canary. */
interface Runnable<Event, Result, Own> {
  readonly name: string;
  readonly handle: (event: Event, runtime: Own) => Promise<Result>;
}

/**
 * Runs a worker on the event of its trigger. Every invocation leaves one line in the log (docs/runbook.md, The request
 * log), an error if the invocation failed as a whole.
 */
export function runWorker<Event, Result, Own extends Pick<Runtime, 'clock' | 'log'>>(
  worker: Runnable<Event, Result, Own>,
  event: Event,
  runtime: Own,
): Promise<Result> {
  return observing(async ({ use, collected }) => {
    const { log, clock } = runtime;
    const startedAt = clock();
    const fieldsOf = (result?: Result) => {
      const [own, ...others] = metricLines(clock(), collected.measurements);
      for (const other of others) log.info('metrics', other);
      return {
        worker: worker.name,
        records: recordsOf(event),
        ...collected.outcomes,
        failed: failuresIn(result),
        oldestLagMs: oldestLagOf(collected),
        milliseconds: clock() - startedAt,
        ...use,
        ...own,
      };
    };
    try {
      const result = await worker.handle(event, runtime);
      const fields = fieldsOf(result);
      if (fields.failed) log.warn('worker', fields);
      else log.info('worker', fields);
      return result;
    } catch (error) {
      log.error('worker', { ...fieldsOf(), error: error as Error });
      throw error;
    }
  });
}

/** The number of queue messages or stream changes in an event. Undefined for a schedule. */
function recordsOf(event: unknown): number | undefined {
  return (event as { readonly Records?: readonly unknown[] } | undefined)?.Records?.length;
}

/** The number of records that will be delivered again, because they failed or were not understood. */
function failuresIn(result: unknown): number | undefined {
  return (result as { readonly batchItemFailures?: readonly unknown[] } | undefined)?.batchItemFailures?.length;
}

/** The largest delay of claimed work, in milliseconds. Undefined if none was claimed. */
function oldestLagOf({ measurements }: Collected): number | undefined {
  const lags = measurements.filter(({ name }) => name === 'DueWorkLag').map(({ value }) => value);
  return lags.length > 0 ? Math.max(...lags) : undefined;
}
