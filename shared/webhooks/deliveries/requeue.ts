import { lostRace } from '../../ground/table/retry-lost-race.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type WebhookDelivery, WebhookDeliveryEntity } from '../sender/delivery.ts';
import { replayWrites } from './replay-webhook-delivery.ts';

/** The number of deliveries per transaction. Each takes two writes, and a transaction is limited to a hundred. */
const perTransaction = 40;
/** Leaves time to respond within the ten seconds that a function can run. */
const budgetMs = 6_000;
/**
 * After this many halvings a group is a single delivery, so that only deliveries with concurrent writes are refused.
 */
const attempts = 8;
const pauseMs = 10;

interface Requeued {
  readonly requeued: number;
  /** Deliveries that were not requeued, because the time ran out or other writes came first. Oldest first. */
  readonly leftOut: readonly WebhookDelivery[];
}

type RequeueRuntime = Pick<Runtime, 'clock' | 'sleep' | 'ids' | 'store'>;

/**
 * Replays deliveries group by group. They become due a millisecond apart, so that they are attempted in order.
 * @param isWanted whether a delivery that changed in the meantime must still be replayed
 */
export async function requeue(
  runtime: RequeueRuntime,
  deliveries: readonly WebhookDelivery[],
  isWanted: (delivery: WebhookDelivery) => boolean,
): Promise<Requeued> {
  const now = runtime.clock();
  const leftOut: WebhookDelivery[] = [];
  let requeued = 0;
  for (let start = 0; start < deliveries.length; start += perTransaction) {
    const group = deliveries.slice(start, start + perTransaction);
    if (runtime.clock() - now >= budgetMs) leftOut.push(...group);
    else requeued += await requeueGroup(runtime, { group, dueAt: now + start, isWanted, leftOut, attempt: 1 });
  }
  return { requeued, leftOut };
}

interface Group {
  readonly group: readonly WebhookDelivery[];
  /** When the first delivery becomes due, in milliseconds. */
  readonly dueAt: number;
  readonly isWanted: (delivery: WebhookDelivery) => boolean;
  /** Deliveries that are given up are added here. */
  readonly leftOut: WebhookDelivery[];
  readonly attempt: number;
}

/**
 * Replays a whole group. If another write came first for one of its deliveries, reads the group again and replays the
 * remaining ones by halves. Repeating the same transaction would fail, because that delivery has changed.
 */
async function requeueGroup(runtime: RequeueRuntime, { group, ...how }: Group): Promise<number> {
  if (group.length === 0) return 0;
  const { dueAt, isWanted, leftOut, attempt } = how;
  const writes = group.flatMap((delivery, index) => replayWrites(delivery, dueAt + index));
  try {
    await runtime.store.transact(writes, runtime.ids.token());
    return group.length;
  } catch (error) {
    if (!lostRace(error)) throw error;
  }
  if (attempt >= attempts) {
    leftOut.push(...group);
    return 0;
  }
  await runtime.sleep(attempt * pauseMs);
  const keys = group.map(({ organizationId, endpointId, deliveryId }) => ({ organizationId, endpointId, deliveryId }));
  const left = (await runtime.store.getMany(WebhookDeliveryEntity, keys)).filter(isWanted);
  const half = Math.ceil(left.length / 2);
  const older = { ...how, attempt: attempt + 1, group: left.slice(0, half) };
  const newer = { ...how, attempt: attempt + 1, group: left.slice(half), dueAt: dueAt + half };
  return (await requeueGroup(runtime, older)) + (await requeueGroup(runtime, newer));
}
