import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { map } from 'dynamodb-toolbox/schema/map';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { oneOf } from '../../ground/table/known-values.ts';
import { table } from '../../ground/table/table.ts';
import { type DueKind, dueKinds } from '../../ports/due-kinds.ts';
import { leaseMs } from './claim-work.ts';
import { dueShardCount } from './due-work.ts';

/**
 * The progress of the sweep of one kind. A sweep may take several runs. Without this row, each run would repeat the
 * hints of the previous one. Times are milliseconds.
 */
export const SweepProgressEntity = new Entity({
  name: 'sweepProgress',
  table,
  timestamps: false,
  schema: item({
    kind: oneOf(...dueKinds).key(),
    /** The time since which every check has found the queue drained. Absent while hints wait in it. */
    drainedSince: number().optional(),
    /** By shard number. Each shard progresses independently, so that one that fails does not hold up the others. */
    shards: list(
      map({
        /**
         * Hints for work due until then were sent, from the table's stream or by a sweep, except for the ranges in
         * `left`.
         */
        hintedUntil: number(),
        /**
         * Ranges of work that still needs hints, in the order in which they are sent. The work is due after `since`,
         * and at `until` at the latest.
         */
        left: list(
          map({
            since: number(),
            until: number(),
            /** The last index entry examined. */
            after: map({ pk: string(), sk: string(), dueSlot: number() }).optional(),
          }),
        ),
      }),
    ),
  }),
  computeKey: ({ kind }: { kind: DueKind }) => ({ pk: `SWEEP#${kind}`, sk: 'SWEEP' }),
});

export type SweepProgress = FormattedItem<typeof SweepProgressEntity>;
export type ShardProgress = SweepProgress['shards'][number];

/** How far ahead a sweep looks: beyond the next sweep, and no longer than SQS can delay a message. */
export const sweepHorizonMs = 10 * 60 * 1000;
/**
 * A queue with at most this many waiting hints is drained within minutes, whatever its kind. Hints that a worker has
 * received do not wait, so a busy queue that keeps up counts as drained.
 */
export const mostWaiting = 100;
/** A queue that has been drained for this long holds no older hint. Slightly less than the time between two runs. */
export const drainedForMs = 4 * 60 * 1000;
/**
 * The hint of work that is overdue by less than this may still reach a worker. A failed hint stays invisible for up to
 * 168 seconds, six timeouts of its worker.
 */
export const lostAfterMs = 3 * 60 * 1000;

export function sweepProgressRef(kind: DueKind) {
  return refTo(SweepProgressEntity, { kind });
}

/** The state that a run finds when it starts. */
export interface Look {
  readonly now: number;
  /** Hints that wait in the kind's queue. */
  readonly waiting: number;
  /** Whether all work gets a hint, even if it had one. Ignored while the queue is backed up. */
  readonly isAnew: boolean;
}

/** Adds the new work of a run to the ranges that previous runs have left. */
export function beginSweep(
  kind: DueKind,
  found: SweepProgress | undefined,
  { now, waiting, isAnew }: Look,
): SweepProgress {
  const { drainedSince = now, ...known } = found ?? { kind, shards: [] };
  // A time in the future was stored by a run with a wrong clock.
  const since = Math.min(drainedSince, now);
  const isDrained = waiting <= mostWaiting;
  const lostUntil = isDrained && now - since >= drainedForMs ? now - lostAfterMs : 0;
  const shards = Array.from({ length: dueShardCount }, (_, index) => {
    const shard = known.shards[index];
    return shard && !(isAnew && isDrained) ? goOn(shard, now, lostUntil) : startAnew(now, isDrained);
  });
  return { ...known, ...(isDrained && { drainedSince: since }), shards };
}

/**
 * Starts with the work that is due soon. Work written from now on gets its hint from the stream, and the other ranges
 * do not find it again, however long they take. Claimed work counts as due now although its lease has not ended,
 * because a claim leaves the index unchanged, and the index may still have the work in an earlier slot.
 */
function startAnew(now: number, isDrained: boolean): ShardProgress {
  const until = now + sweepHorizonMs;
  if (!isDrained) return { hintedUntil: until, left: [{ since: now, until }] };
  const leasesEnd = now + leaseMs;
  const left = [
    { since: leasesEnd, until },
    { since: 0, until: leasesEnd },
  ];
  return { hintedUntil: until, left };
}

function goOn({ hintedUntil: stored, left }: ShardProgress, now: number, lostUntil: number): ShardProgress {
  const until = now + sweepHorizonMs;
  const hintedUntil = Math.min(stored, until);
  const [first, ...others] = left;
  // The last run made no progress. The list of remaining ranges must not grow with every run.
  if (first && !first.after && first.until === stored) {
    return { hintedUntil: until, left: [{ since: first.since, until }, ...others] };
  }
  const ranges = [
    { since: Math.max(hintedUntil, now), until },
    { since: 0, until: left.length === 0 ? Math.min(lostUntil, hintedUntil) : 0 },
    ...left,
    { since: hintedUntil, until: now },
  ];
  return { hintedUntil: until, left: ranges.filter((range) => range.since < range.until) };
}
