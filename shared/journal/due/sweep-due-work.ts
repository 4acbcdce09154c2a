import { type DueKind, dueKinds } from '../../ports/due-kinds.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { DueWorkEntity, dueShard, dueShardCount } from './due-work.ts';
import { hintOf } from './hint-due-work.ts';

/** How far ahead a sweep looks: beyond the next sweep, and no longer than SQS can delay a message. */
export const sweepHorizonMs = 10 * 60 * 1000;
/** Rows of a shard for which one sweep sends hints; the next sweep takes more. */
const rowsPerShard = 1_000;
/** A queue with more messages than this is busy: hints for the same rows would only make it longer. */
const backlogBound = 1_000;

/**
 * Sends a hint for every row that is due soon or overdue: work that was written for later, and work whose hint was
 * lost.
 */
export async function sweepDueWork(runtime: Pick<WorkerRuntime, 'clock' | 'hints' | 'store' | 'log'>): Promise<void> {
  for (const kind of dueKinds) await sweepKind(runtime, kind);
}

async function sweepKind(
  { clock, hints, store, log }: Pick<WorkerRuntime, 'clock' | 'hints' | 'store' | 'log'>,
  kind: DueKind,
): Promise<void> {
  const backlog = await hints.backlog(kind);
  if (backlog > backlogBound) {
    log.warn('sweep skips a kind whose queue is backed up', { kind, backlog });
    return;
  }
  const now = clock();
  const shards = Array.from({ length: dueShardCount }, (_, shard) => dueShard(kind, shard));
  const rows = await Promise.all(
    shards.map((shard) => store.dueUntil(DueWorkEntity, shard, now + sweepHorizonMs, rowsPerShard)),
  );
  const wanted = rows.flat().map(hintOf);
  if (wanted.length > 0) await hints.send(wanted, now);
}
