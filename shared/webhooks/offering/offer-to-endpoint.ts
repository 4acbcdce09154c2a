import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Clauses } from '../../ground/table/update-expression.ts';
import { dueRead, restartUpdate } from '../../journal/due/due-work.ts';
import type { Event } from '../../journal/rows/event.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import type { WebhookCursor } from '../endpoints/cursor.ts';
import { type EndpointKey, endpointWork, type WebhookEndpoint } from '../endpoints/endpoint.ts';
import { nextProbe } from '../endpoints/ladder.ts';
import { wants } from '../endpoints/wanted-types.ts';
import { advanceCursor, type ClaimedCursor, claimCursor } from './cursor-claim.ts';
import type { FeedReader } from './feed-reader.ts';
import { Offering } from './offering.ts';

/** How many unwanted events may follow a cursor before it moves over them: a write for each would be dear. */
const maxUnwanted = 100;

/** The result: nothing to do, done, more to do, or held by another worker. */
export type Offered = 'nothing' | 'done' | 'unfinished' | 'held';

interface Options {
  readonly endpoint: WebhookEndpoint;
  /** As it was read. The claim reads it again. */
  readonly cursor: WebhookCursor;
  readonly feed: FeedReader;
}

/**
 * Offers an endpoint the new events of the feed, unless another worker does.
 * @throws Error when the table fails; the progress so far is written then if possible
 */
export async function offerToEndpoint(
  runtime: WorkerRuntime,
  { endpoint, cursor, feed }: Options,
): Promise<{ result: Offered; cursor: WebhookCursor }> {
  if (isClaimed(cursor, runtime.clock())) return { result: 'held', cursor };
  if (isHeldBack(cursor, runtime.clock()) || !isWorthwhile(endpoint, await feed.after(cursor.offeredTo))) {
    return { result: 'nothing', cursor };
  }
  const claim = await claimCursor(runtime, endpoint);
  if (!claim) return { result: 'nothing', cursor };
  if ('heldBySomebody' in claim) return { result: 'held', cursor: claim.heldBySomebody };
  const { claimed } = claim;
  // Another worker has changed the cursor since it was read.
  if (isHeldBack(claimed, runtime.clock())) return { result: 'nothing', cursor: await release(runtime, claimed, {}) };
  const offering = new Offering(runtime, endpoint, claimed, feed);
  try {
    await offering.run();
  } finally {
    cursor = await finish(runtime, claimed, offering);
  }
  return { result: offering.isUnfinished ? 'unfinished' : 'done', cursor };
}

/** Another worker holds the cursor, so that a claim would be refused. */
function isClaimed({ leaseUntil = 0 }: WebhookCursor, now: number): boolean {
  return leaseUntil > now;
}

function isHeldBack({ probeAt = 0 }: WebhookCursor, now: number): boolean {
  return probeAt > now;
}

function isWorthwhile(endpoint: WebhookEndpoint, events: readonly Event[]): boolean {
  return events.length >= maxUnwanted || events.some((event) => wants(endpoint, event));
}

/** Ends a claim: writes progress and health, and holds events back where the answers say so. */
async function finish(runtime: WorkerRuntime, claimed: ClaimedCursor, offering: Offering): Promise<WebhookCursor> {
  const { set, ...clauses } = offering.tally.clauses;
  const seen = { set: { offeredTo: offering.offeredTo, ...set }, ...clauses };
  const probing = probingAfter(claimed, offering, runtime.clock());
  if (!probing) return release(runtime, claimed, seen);
  const { isStill, ...next } = probing;
  const advanced = await advanceCursor(runtime, claimed, released({ ...seen, set: { ...seen.set, ...next } }), isStill);
  if (advanced) await moveHeartbeat(runtime, claimed, next.probeAt);
  return advanced ?? release(runtime, claimed, seen);
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
  /** A failed probe says nothing about an endpoint that was resumed, or that accepted a retry, during the probe. */
  readonly isStill?: Pick<WebhookCursor, 'probeAt'>;
}

/** When the next probe is, where events are held back from now on. */
function probingAfter({ probeAt, probes = 0 }: WebhookCursor, { window }: Offering, now: number): Probing | undefined {
  if (window.probeFailed) {
    return { probeAt: nextProbe(probes + 1, now), probes: probes + 1, isStill: { probeAt } };
  }
  return window.isClosed ? { probeAt: nextProbe(0, now), probes: 0 } : undefined;
}

/** Moves an endpoint's heartbeat to a time. An endpoint that was paused or removed meanwhile has none. */
export async function moveHeartbeat(
  { store }: Pick<WorkerRuntime, 'store'>,
  endpoint: EndpointKey,
  dueAt: number,
): Promise<void> {
  const key = endpointWork(endpoint);
  try {
    await store.update(dueRead(key), restartUpdate(key, dueAt));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
