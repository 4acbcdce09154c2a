import { createSteadyRate, type SteadyRate } from '../../ground/time/steady-rate.ts';
import { type DueKind, dueKinds } from '../../ports/due-kinds.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { DueWorkEntity, dueShard, dueTime } from './due-work.ts';
import { hintOf } from './hint-due-work.ts';
import {
  beginSweep,
  type ShardProgress,
  type SweepProgress,
  SweepProgressEntity,
  sweepProgressRef,
} from './sweep-progress.ts';

/** A run starts nothing after this time. The rest waits for the next run, which starts 30 seconds later. */
export const sweepMs = 270_000;
/** The number of entries of each shard that are examined before progress is stored. */
const entriesAtOnce = 250;
/**
 * Rows that a run reads per second, across all kinds. Each takes a read unit. A new table has 12,000 per second, and
 * payouts must keep theirs.
 */
const rowsPerSecond = 6_000;

export type SweepRuntime = Pick<WorkerRuntime, 'clock' | 'hints' | 'log' | 'sleep' | 'store'>;

/** One run over all kinds. */
interface Run {
  readonly runtime: SweepRuntime;
  readonly rate: SteadyRate;
  readonly endsAt: number;
  readonly isAnew: boolean;
}

/**
 * Sends hints for all work that is due or due soon, whether or not it had one, unless the kind's queue is backed up.
 * Two simultaneous runs lose nothing, but send hints twice.
 * @param goesOn continues where the last run stopped, and sends hints only for work that was scheduled for later and
 * has become due soon, and for work whose hint was lost
 * @throws Error when some kinds could not be swept. All others were.
 */
export async function sweepDueWork(runtime: SweepRuntime, { goesOn = false } = {}): Promise<void> {
  const rate = createSteadyRate(runtime, rowsPerSecond);
  const run = { runtime, rate, isAnew: !goesOn, endsAt: runtime.clock() + sweepMs };
  const results = await Promise.allSettled(dueKinds.map((kind) => sweepKind(run, kind)));
  const failures = results.flatMap((result, index) => {
    if (result.status === 'fulfilled') return [];
    runtime.log.error('a kind of due work could not be swept', { kind: dueKinds[index], error: result.reason });
    return [result.reason];
  });
  if (failures.length === 0) return;
  const message = `${failures.length} of ${dueKinds.length} kinds of due work could not be swept`;
  throw new Error(message, { cause: failures[0] });
}

/** @throws the failure of the first shard, after the others are finished */
async function sweepKind(run: Run, kind: DueKind): Promise<void> {
  const { clock, store } = run.runtime;
  const failures = new Map<number, unknown>();
  let sweep = await begin(run, kind);
  const isOpen = ({ left }: ShardProgress, index: number) => left.length > 0 && !failures.has(index);
  do {
    const shards = await Promise.all(
      sweep.shards.map(async (shard, index) => {
        if (!isOpen(shard, index)) return shard;
        try {
          return await sweepPart(run, dueShard(kind, index), shard);
        } catch (failure) {
          failures.set(index, failure);
          return shard;
        }
      }),
    );
    sweep = { ...sweep, shards };
    await store.put(SweepProgressEntity, sweep);
  } while (sweep.shards.some(isOpen) && clock() < run.endsAt);
  for (const failure of failures.values()) throw failure;
}

async function begin({ runtime: { clock, hints, log, store }, isAnew }: Run, kind: DueKind): Promise<SweepProgress> {
  const [found, waiting] = await Promise.all([store.get(sweepProgressRef(kind)), hints.backlog(kind)]);
  const sweep = beginSweep(kind, found, { now: clock(), waiting, isAnew });
  if (sweep.drainedSince === undefined)
    log.warn('the queue is backed up; lost hints are not looked for', { kind, waiting });
  return sweep;
}

/** Sends the hints for the next entries of a shard. @returns the new progress of the shard */
async function sweepPart({ runtime, rate }: Run, name: string, shard: ShardProgress): Promise<ShardProgress> {
  const [range, ...others] = shard.left;
  if (!range) return shard;
  const { since, until, after } = range;
  const page = { shard: name, from: dueTime(since).dueSlot, until, after, limit: entriesAtOnce };
  const { rows, examinedTo } = await runtime.store.duePage(DueWorkEntity, page);
  const wanted = rows.filter(({ dueAt = 0 }) => dueAt > since).map(hintOf);
  await Promise.all([rate(rows.length), wanted.length > 0 && runtime.hints.send(wanted, runtime.clock())]);
  return { ...shard, left: examinedTo ? [{ since, until, after: { ...examinedTo } }, ...others] : others };
}
