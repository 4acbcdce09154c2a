import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Clauses } from '../../ground/table/update-expression.ts';
import { dueRead, restarted } from '../../journal/due/due-work.ts';
import type { Event } from '../../journal/rows/event.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import type { WebhookCursor } from '../endpoints/cursor.ts';
import { type EndpointKey, endpointWork, type WebhookEndpoint } from '../endpoints/endpoint.ts';
import { nextProbe } from '../endpoints/ladder.ts';
import { wants } from '../endpoints/wanted-types.ts';
import { advanceCursor, type ClaimedCursor, claimCursor } from './cursor-claim.ts';
import type { FeedReader } from './feed-reader.ts';
import { Offering } from './offering.ts';

/** Events that an endpoint does not want and that its cursor may leave behind it: a write for each would be dear. */
const unwantedLeft = 100;

/** What came of it: nothing to do, done, more to do, or somebody else is at it. */
export type Offered = 'nothing' | 'done' | 'unfinished' | 'held';

interface Options {
  readonly endpoint: WebhookEndpoint;
  /** As it was read; the claim reads it again. */
  readonly cursor: WebhookCursor;
  readonly feed: FeedReader;
}

/**
 * Offers an endpoint what is new in the feed, if nobody else is at it.
 * @throws Error when the table fails: what was offered is written as far as it is known
 */
export async function offerToEndpoint(
  runtime: WorkerRuntime,
  { endpoint, cursor, feed }: Options,
): Promise<{ result: Offered; cursor: WebhookCursor }> {
  if (isHeld(cursor, runtime.clock())) return { result: 'held', cursor };
  if (isKeptBack(cursor, runtime.clock()) || !isWorthwhile(endpoint, await feed.after(cursor.offeredTo))) {
    return { result: 'nothing', cursor };
  }
  const claim = await claimCursor(runtime, endpoint);
  if (!claim) return { result: 'nothing', cursor };
  if ('heldBySomebody' in claim) return { result: 'held', cursor: claim.heldBySomebody };
  const { claimed } = claim;
  // Somebody else has been at it since it was read.
  if (isKeptBack(claimed, runtime.clock())) return { result: 'nothing', cursor: await release(runtime, claimed, {}) };
  const offering = new Offering(runtime, endpoint, claimed, feed);
  try {
    await offering.run();
  } finally {
    cursor = await finish(runtime, claimed, offering);
  }
  return { result: offering.isUnfinished ? 'unfinished' : 'done', cursor };
}

/** A claim would only be refused. */
function isHeld({ leaseUntil = 0 }: WebhookCursor, now: number): boolean {
  return leaseUntil > now;
}

function isKeptBack({ probeAt = 0 }: WebhookCursor, now: number): boolean {
  return probeAt > now;
}

function isWorthwhile(endpoint: WebhookEndpoint, events: readonly Event[]): boolean {
  return events.length >= unwantedLeft || events.some((event) => wants(endpoint, event));
}

/** Ends a claim with what was seen, and keeps events back where that says so. */
async function finish(runtime: WorkerRuntime, claimed: ClaimedCursor, offering: Offering): Promise<WebhookCursor> {
  const { set, ...clauses } = offering.tally.clauses;
  const seen = { set: { offeredTo: offering.offeredTo, ...set }, ...clauses };
  const probing = probingAfter(claimed, offering, runtime.clock());
  if (!probing) return release(runtime, claimed, seen);
  const { isStill, ...next } = probing;
  const kept = await advanceCursor(runtime, claimed, released({ ...seen, set: { ...seen.set, ...next } }), isStill);
  if (kept) await wakeAt(runtime, claimed, next.probeAt);
  return kept ?? release(runtime, claimed, seen);
}

async function release(runtime: WorkerRuntime, claimed: ClaimedCursor, clauses: Clauses<WebhookCursor>) {
  return (await advanceCursor(runtime, claimed, released(clauses))) ?? claimed;
}

function released({ remove = [], ...clauses }: Clauses<WebhookCursor>): Clauses<WebhookCursor> {
  return { ...clauses, remove: [...remove, 'claim', 'leaseUntil'] };
}

interface Probing {
  readonly probeAt: number;
  readonly probes: number;
  /** A probe in vain says nothing of an endpoint that was resumed, or accepted a retry, while it was under way. */
  readonly isStill?: Pick<WebhookCursor, 'probeAt'>;
}

/** When the next event is tried where events are kept back from now on. */
function probingAfter({ probeAt, probes = 0 }: WebhookCursor, { window }: Offering, now: number): Probing | undefined {
  if (window.probeFailed) {
    return { probeAt: nextProbe(probes + 1, now), probes: probes + 1, isStill: { probeAt } };
  }
  return window.isClosed ? { probeAt: nextProbe(0, now), probes: 0 } : undefined;
}

/** Moves an endpoint's heartbeat. Of one that was paused or removed meanwhile there is none. */
export async function wakeAt(
  { store }: Pick<WorkerRuntime, 'store'>,
  endpoint: EndpointKey,
  dueAt: number,
): Promise<void> {
  const key = endpointWork(endpoint);
  try {
    await store.update(dueRead(key), restarted(key, dueAt));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
