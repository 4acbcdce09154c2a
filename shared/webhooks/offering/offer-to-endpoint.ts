import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Clauses } from '../../ground/table/update-expression.ts';
import { dueRef, restartUpdate } from '../../journal/due/due-work.ts';
import type { Event } from '../../journal/rows/event.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import type { WebhookCursor } from '../endpoints/cursor.ts';
import { type EndpointKey, endpointWork, type WebhookEndpoint } from '../endpoints/endpoint.ts';
import { wants } from '../endpoints/wanted-types.ts';
import { advanceCursor, type ClaimedCursor, claimCursor } from './cursor-claim.ts';
import type { FeedReader } from './feed-reader.ts';
import { hasWork, isHeldBack } from './lanes.ts';
import { Offering, readTo } from './offering.ts';

/**
 * The number of unwanted or held-back events after which the cursor moves past them. A write for each event would be
 * expensive.
 */
const maxPassedOver = 100;

/** The result of an offer: nothing to do, done, more to do, or held by another worker. */
export type Offered = 'nothing' | 'done' | 'unfinished' | 'held';

interface Options {
  readonly endpoint: WebhookEndpoint;
  /** The cursor as it was read. The claim reads it again. */
  readonly cursor: WebhookCursor;
  readonly feed: FeedReader;
}

/**
 * Offers an endpoint the new events of the feed, unless another worker is already doing so.
 * @throws Error when the table fails; the progress so far is then written if possible
 */
export async function offerToEndpoint(
  runtime: WorkerRuntime<'sealing' | 'receivers'>,
  { endpoint, cursor, feed }: Options,
): Promise<{ result: Offered; cursor: WebhookCursor }> {
  if (isClaimed(cursor, runtime.clock())) return { result: 'held', cursor };
  if (!(await isWorthwhile(runtime, { endpoint, cursor, feed }))) return { result: 'nothing', cursor };
  const claim = await claimCursor(runtime, endpoint);
  if (!claim) return { result: 'nothing', cursor };
  if ('heldBySomebody' in claim) return { result: 'held', cursor: claim.heldBySomebody };
  const { claimed } = claim;
  const offering = new Offering(runtime, endpoint, claimed, feed);
  try {
    await offering.run();
  } finally {
    cursor = await finish(runtime, claimed, offering);
  }
  return { result: offering.isUnfinished ? 'unfinished' : 'done', cursor };
}

/** Tells whether another worker holds the cursor, so that a claim would be refused. */
function isClaimed({ leaseUntil = 0 }: WebhookCursor, now: number): boolean {
  return leaseUntil > now;
}

/** Tells whether there is an event to offer or to probe, or enough to pass over that the cursor should move. */
async function isWorthwhile({ clock }: WorkerRuntime, { endpoint, cursor, feed }: Options): Promise<boolean> {
  const now = clock();
  const { lanes = {}, mended } = cursor;
  if (mended !== undefined || Object.values(lanes).some((lane) => hasWork(lane, now))) return true;
  const events = await feed.after(readTo(cursor));
  const mayBeOffered = ({ type }: Event) => !isHeldBack(cursor, type) || (lanes[type]?.probeAt ?? 0) <= now;
  return events.length >= maxPassedOver || events.some((event) => wants(endpoint, event) && mayBeOffered(event));
}

/** Ends a claim: writes progress and health, and makes sure that the next probe happens in time. */
async function finish(
  runtime: WorkerRuntime<'sealing' | 'receivers'>,
  claimed: ClaimedCursor,
  offering: Offering,
): Promise<WebhookCursor> {
  const { remove = [], ...clauses } = offering.clauses;
  const released: Clauses<WebhookCursor> = { ...clauses, remove: [...remove, 'claim', 'leaseUntil'] };
  const settled = { ...released, remove: [...(released.remove ?? []), 'mended'] } as const;
  const advanced = await advanceCursor(runtime, claimed, settled, { mended: claimed.mended });
  if (advanced) {
    const { probeAt } = advanced;
    if (probeAt !== undefined && probeAt !== claimed.probeAt) await moveHeartbeat(runtime, claimed, probeAt);
    return advanced;
  }
  // The endpoint was resumed or has accepted a retry, so earlier results no longer apply to it.
  const { probeAt: _, ...set } = clauses.set ?? {};
  const left = await advanceCursor(runtime, claimed, { ...released, set });
  if (left) await moveHeartbeat(runtime, claimed, runtime.clock());
  return left ?? claimed;
}

/** Moves an endpoint's heartbeat to a time. An endpoint that was paused or removed in the meantime has none. */
export async function moveHeartbeat(
  { store }: Pick<WorkerRuntime, 'store'>,
  endpoint: EndpointKey,
  dueAt: number,
): Promise<void> {
  const key = endpointWork(endpoint);
  try {
    await store.update(dueRef(key), restartUpdate(key, dueAt));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
