import type { Store } from '../../ground/table/store.ts';
import { type Head, HeadEntity } from '../../journal/commit/head.ts';
import { type DueWork, DueWorkEntity, dueShard, dueShardCount } from '../../journal/due/due-work.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { WebhookCursorEntity } from '../endpoints/cursor.ts';
import { hintEvents } from './hint-events.ts';

/**
 * The number of endpoints read per shard, which is as many as a sweep takes. Other endpoints wait for their heartbeats.
 */
const rowsPerShard = 1_000;
/** The maximum number of items that the table returns in one call. */
const readAtOnce = 100;

/**
 * Sends a hint for every organization with a cursor that has not reached the end of the feed, including the cursor of
 * the event bus. A process that has lost its hints does this when it starts, because otherwise an event would wait for
 * the next heartbeat. Paused endpoints have no heartbeat and are skipped.
 */
export async function hintCursorsBehind(runtime: Pick<WorkerRuntime, 'clock' | 'hints' | 'store'>): Promise<void> {
  const heartbeats = await readHeartbeats(runtime.store);
  for (let start = 0; start < heartbeats.length; start += readAtOnce) {
    await hintEvents(runtime, await headsAhead(runtime.store, heartbeats.slice(start, start + readAtOnce)));
  }
}

/** Reads all heartbeats, however far ahead. The heartbeat of an endpoint that keeps failing may be an hour away. */
async function readHeartbeats(store: Store): Promise<DueWork[]> {
  const shards = Array.from({ length: dueShardCount }, (_, shard) => dueShard('endpoints', shard));
  const pages = await Promise.all(
    shards.map((shard) => store.duePage(DueWorkEntity, { shard, until: Number.MAX_SAFE_INTEGER, limit: rowsPerShard })),
  );
  return pages.flatMap(({ rows }) => rows);
}

/** Returns the heads with a cursor that has not reached the last event. A head may occur several times. */
async function headsAhead(store: Store, heartbeats: readonly DueWork[]): Promise<Head[]> {
  const keys = heartbeats.map(({ organizationId, resourceId }) => ({ organizationId, endpointId: resourceId }));
  const [heads, cursors] = await Promise.all([
    store.getMany(HeadEntity, keys),
    store.getMany(WebhookCursorEntity, keys),
  ]);
  return heads.filter(({ organizationId, sequence }) =>
    cursors.some((cursor) => cursor.organizationId === organizationId && cursor.offeredTo < sequence),
  );
}
