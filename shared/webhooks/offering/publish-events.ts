import { TransactionRefused } from '../../ground/table/refusals.ts';
import { create } from '../../ground/table/writes.ts';
import { scheduleWork } from '../../journal/due/due-work.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { cursorRef, newCursor, type WebhookCursor, WebhookCursorEntity } from '../endpoints/cursor.ts';
import { endpointWork } from '../endpoints/endpoint.ts';
import { heartbeatMs as usualHeartbeatMs } from '../endpoints/ladder.ts';
import { advanceCursor, type ClaimedCursor, claimCursor } from './cursor-claim.ts';
import type { FeedReader } from './feed-reader.ts';
import type { Offered } from './offer-to-endpoint.ts';

/** The event bus has a cursor over the organization's feed like an endpoint, with this id instead of an endpoint's. */
export const busCursor = 'event-bus';

/** No page starts later than this, so that even the slowest one ends before the lease does. */
const budgetMs = 12_000;

/**
 * Publishes the new events of an organization's feed to the stage's event bus, starting from its very first event.
 * @throws Error when the bus refuses an event; the events before it count as published
 */
export async function publishEvents(
  runtime: WorkerRuntime<'eventBus' | 'heartbeats'>,
  organizationId: string,
  feed: FeedReader,
): Promise<{ result: Offered; cursor: Pick<WebhookCursor, 'offeredTo'> }> {
  const key = { organizationId, endpointId: busCursor };
  const cursor =
    (await runtime.store.get(cursorRef(organizationId, busCursor))) ?? (await createBusCursor(runtime, key));
  if ((await feed.after(cursor.offeredTo)).length === 0) return { result: 'nothing', cursor };
  const claim = await claimCursor(runtime, key);
  if (!claim) throw new Error('the cursor of the bus is not there yet');
  if ('heldBySomebody' in claim) return { result: 'held', cursor: claim.heldBySomebody };
  return publishClaimed(runtime, claim.claimed, feed);
}

async function publishClaimed(
  runtime: WorkerRuntime<'eventBus' | 'heartbeats'>,
  claimed: ClaimedCursor,
  feed: FeedReader,
) {
  const { bus, clock } = runtime;
  const stopAt = clock() + budgetMs;
  let { offeredTo } = claimed;
  let isEnd = false;
  try {
    while (bus && !isEnd && clock() < stopAt) {
      const events = await feed.after(offeredTo);
      const taken = await bus.publish(events);
      offeredTo += taken;
      if (taken < events.length) throw new Error('the bus refused an event');
      isEnd = events.length === 0;
    }
  } finally {
    await advanceCursor(runtime, claimed, { set: { offeredTo }, remove: ['claim', 'leaseUntil'] });
  }
  return { result: isEnd ? ('done' as const) : ('unfinished' as const), cursor: { offeredTo } };
}

/**
 * Creates the cursor of the event bus with its heartbeat. If two workers do so at the same time, one cursor is created.
 */
async function createBusCursor(
  { clock, ids, store, heartbeatMs = usualHeartbeatMs }: WorkerRuntime<'heartbeats'>,
  key: { organizationId: string; endpointId: string },
) {
  const cursor = newCursor(key, 0, clock());
  const writes = [create(WebhookCursorEntity, cursor), scheduleWork(endpointWork(key), clock() + heartbeatMs)];
  await store.transact(writes, ids.token()).catch((error) => {
    if (!(error instanceof TransactionRefused)) throw error;
  });
  return cursor;
}
