import type { Worker } from '../shared/contract/worker.ts';
import { type Context, SettingsError } from './settings-values.ts';

/** Concurrent invocations of workers chosen by a stage, by worker name. */
export type WorkerConcurrency = Readonly<Record<string, number>>;

/** Concurrent batches of one shard. Their order does not matter, because a hint only says that a row is due. */
export const parallelizationFactor = 4;
/** Enough for ten shards. With more, the stream lags and its alarm is raised. */
const ofTheStream = 10 * parallelizationFactor;
/** One batch of a shard at a time, which is also enough for ten shards. */
const ofTheArchive = 10;

/** SQS accepts values from two to a thousand. */
const [fewest, most] = [2, 1000];

/**
 * Reads `workerConcurrency`: `advance-payouts=20,offer-events=50`.
 * @throws SettingsError
 */
export function readWorkerConcurrency(context: Context): WorkerConcurrency {
  const value = context('workerConcurrency');
  if (value === undefined) return {};
  return Object.fromEntries(String(value).split(',').map(readOne));
}

function readOne(text: string): [string, number] {
  const [, name = '', count = ''] = /^([a-z-]+)=(\d{1,4})$/.exec(text) ?? [];
  if (!name || Number(count) < fewest || Number(count) > most) {
    throw new SettingsError(
      `workerConcurrency must be WORKER=NUMBER,… with numbers from ${fewest} to ${most}, not '${text}'.`,
    );
  }
  return [name, Number(count)];
}

/**
 * The number of concurrent invocations of a worker.
 * @throws SettingsError if the stage chooses another number for the sweep, which must run alone
 */
export function concurrencyOf({ name, trigger }: Pick<Worker, 'name' | 'trigger'>, chosen: WorkerConcurrency): number {
  // One at a time: a second sweep next to a slow first one would only hint at the same rows.
  if (trigger.type !== 'schedule') return chosen[name] ?? declared(trigger);
  if (chosen[name] !== undefined)
    throw new SettingsError(`workerConcurrency must leave ${name} alone: one runs at a time.`);
  return 1;
}

function declared(trigger: Exclude<Worker['trigger'], { type: 'schedule' }>): number {
  if (trigger.type === 'table-changes') return ofTheArchive;
  return trigger.type === 'queue' ? trigger.maximumConcurrency : ofTheStream;
}

/** The sum of the workers' reserved concurrency. */
export function reservedConcurrency(
  workers: readonly Pick<Worker, 'name' | 'trigger'>[],
  chosen: WorkerConcurrency,
): number {
  return workers.reduce((sum, worker) => sum + concurrencyOf(worker, chosen), 0);
}

/** @throws SettingsError */
export function refuseUnknownWorkers(workers: readonly Pick<Worker, 'name'>[], chosen: WorkerConcurrency): void {
  const unknown = Object.keys(chosen).filter((name) => !workers.some((worker) => worker.name === name));
  if (unknown.length === 0) return;
  const names = workers.map(({ name }) => name).join(', ');
  throw new SettingsError(`workerConcurrency names no worker: ${unknown.join(', ')}. There are ${names}.`);
}
