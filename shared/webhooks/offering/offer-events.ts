import { checkUnchanged } from '../../ground/table/writes.ts';
import { type ClaimedWork, leaseMs } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { endWork } from '../../journal/due/end-work.ts';
import { withClaim } from '../../journal/due/with-claim.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { cursorPartition, cursorRef, type WebhookCursor, WebhookCursorEntity } from '../endpoints/cursor.ts';
import { disableDeadEndpoint } from '../endpoints/disable-endpoint.ts';
import { endpointPartition, endpointRef, maxEndpoints, WebhookEndpointEntity } from '../endpoints/endpoint.ts';
import { heartbeatMs as usualHeartbeatMs } from '../endpoints/ladder.ts';
import { FeedReader } from './feed-reader.ts';
import { releaseHeldDeliveries } from './held-deliveries.ts';
import { anyEndpointId } from './hint-events.ts';
import { type Offered, offerToEndpoint } from './offer-to-endpoint.ts';
import { readTo } from './offering.ts';
import { busCursor, publishEvents } from './publish-events.ts';

type OfferRuntime = WorkerRuntime<'eventBus' | 'heartbeats' | 'receivers' | 'sealing'>;

/** How long to wait before retrying an endpoint whose cursor another worker holds. */
const heldRetryMs = 1_000;
/** How long reads may still miss an event after the stream has reported it. */
const longestHiddenMs = 10_000;
const dayMs = 24 * 60 * 60 * 1000;
/** How much the clocks of two workers may differ. */
const clockSkewMs = 1_000;

/** Acts on a hint: offers new events to every endpoint of an organization, or follows the heartbeat of one endpoint. */
export async function offerEvents(runtime: OfferRuntime, hint: Hint): Promise<void> {
  if (hint.resourceId === anyEndpointId) return offerToAll(runtime, hint);
  const follow = hint.resourceId === busCursor ? followBusHeartbeat : followHeartbeat;
  await withClaim(runtime, hint, (work) => follow(runtime, work));
}

async function offerToAll(runtime: OfferRuntime, hint: Hint): Promise<void> {
  const { organizationId } = hint;
  const { store } = runtime;
  const [endpoints, cursors] = await Promise.all([
    store.range(WebhookEndpointEntity, { partition: endpointPartition(organizationId), limit: maxEndpoints }),
    // The limit is one higher than for endpoints, because the cursor of the event bus is among them.
    store.range(WebhookCursorEntity, { partition: cursorPartition(organizationId), limit: maxEndpoints + 1 }),
  ]);
  const cursorOf = new Map(cursors.items.map((cursor) => [cursor.endpointId, cursor]));
  const feed = new FeedReader(store, organizationId);
  const offers = endpoints.items.flatMap((endpoint) => {
    const cursor = cursorOf.get(endpoint.endpointId);
    return endpoint.enabled && cursor ? [offerToEndpoint(runtime, { endpoint, cursor, feed })] : [];
  });
  const published = runtime.bus ? [publishEvents(runtime, organizationId, feed)] : [];
  const settled = await Promise.allSettled<Offer>([...offers, ...published]);
  const offered = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  await resendHint(runtime, hint, { offered, shownTo: feed.shownTo });
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** The result of offering the feed to one cursor. */
interface Offer {
  readonly result: Offered;
  readonly cursor: Pick<WebhookCursor, 'offeredTo' | 'readTo' | 'leaseUntil'>;
}

/**
 * Sends a hint again if an endpoint was held by another worker, or if the end of the feed was not reached. If the
 * holder started after the event was recorded, the hint is not sent again, because that worker continues to the end of
 * the feed. Otherwise hints for a slow receiver would pile up without limit. The hint is also sent again for a few
 * seconds while reads do not show the event, because the stream may report a transaction before every read sees it.
 */
async function resendHint(
  { clock, hints }: Pick<WorkerRuntime, 'clock' | 'hints'>,
  hint: Hint,
  { offered, shownTo }: { readonly offered: readonly Offer[]; readonly shownTo: number },
): Promise<void> {
  const now = clock();
  const { sequence = 0, seenAt = now } = hint;
  const isHidden = ({ result, cursor }: Offer) =>
    result !== 'held' && Math.max(readTo(cursor), shownTo) < sequence && now - seenAt < longestHiddenMs;
  const isHeld = ({ result, cursor }: Offer) =>
    result === 'held' && readTo(cursor) < sequence && (cursor.leaseUntil ?? 0) - leaseMs <= seenAt + clockSkewMs;
  if (offered.some(({ result }) => result === 'unfinished')) await hints.send([{ ...hint, dueAt: now }], now);
  else if (offered.some((one) => isHeld(one) || isHidden(one)))
    await hints.send([{ ...hint, dueAt: now + heldRetryMs }], now);
}

async function followHeartbeat(runtime: OfferRuntime, work: ClaimedWork): Promise<void> {
  const { organizationId, resourceId: endpointId } = work;
  const found = await runtime.store.getAll({
    endpoint: endpointRef(organizationId, endpointId),
    cursor: cursorRef(organizationId, endpointId),
  });
  const { endpoint } = found;
  if (!endpoint?.enabled || !found.cursor) {
    return endWork(runtime, work, checkUnchanged(endpointRef(organizationId, endpointId), endpoint));
  }
  const feed = new FeedReader(runtime.store, organizationId);
  if (await releaseHeldDeliveries(runtime, endpoint)) {
    // All held deliveries are released before any event is offered, because the next heartbeat may be later if events
    // are then held back.
    return void (await endClaim(runtime.store, work, rescheduleUpdate(work.claim, runtime.clock())));
  }
  const { result, cursor } = await offerToEndpoint(runtime, { endpoint, cursor: found.cursor, feed });
  if (await disableDeadEndpoint(runtime, cursor)) return;
  const now = runtime.clock();
  const dueAt =
    result === 'unfinished'
      ? now
      : nextHeartbeat(result, cursor, { now, heartbeatMs: runtime.heartbeatMs ?? usualHeartbeatMs });
  await endClaim(runtime.store, work, rescheduleUpdate(work.claim, dueAt));
}

/** While the event bus is switched off, its row is kept in case it is switched on again. */
async function followBusHeartbeat(runtime: OfferRuntime, work: ClaimedWork): Promise<void> {
  const { organizationId, claim } = work;
  const { store, bus, clock, heartbeatMs = usualHeartbeatMs } = runtime;
  if (!bus) return void (await endClaim(store, work, rescheduleUpdate(claim, clock() + dayMs)));
  const { result } = await publishEvents(runtime, organizationId, new FeedReader(store, organizationId));
  const now = clock();
  await endClaim(store, work, rescheduleUpdate(claim, result === 'unfinished' ? now : now + heartbeatMs));
}

function nextHeartbeat(
  result: Offered,
  { probeAt, leaseUntil = 0 }: WebhookCursor,
  { now, heartbeatMs }: { readonly now: number; readonly heartbeatMs: number },
): number {
  // The holder may end before it reaches the end of the feed, because it dies or has just seen the endpoint paused.
  if (result === 'held') return Math.max(now, leaseUntil);
  // If a probe found no event to try, the next probe waits for a new event.
  return probeAt !== undefined && probeAt > now ? Math.min(probeAt, now + heartbeatMs) : now + heartbeatMs;
}
