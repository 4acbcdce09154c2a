import { lostRace } from '../../ground/table/retry-lost-race.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type WebhookDelivery, WebhookDeliveryEntity } from '../sender/delivery.ts';
import { replayWrites } from './replay-webhook-delivery.ts';

/** Two writes each, of the hundred that a transaction takes. */
const perTransaction = 40;
/** Leaves time for an answer within the ten seconds that a function may run. */
const patienceMs = 6_000;
/** Halving so often leaves single deliveries, of which only those in dispute are refused. */
const attempts = 8;
const pauseMs = 10;

interface Requeued {
  readonly requeued: number;
  /** What time or others left no room for, oldest first. */
  readonly leftOut: readonly WebhookDelivery[];
}

type RequeueRuntime = Pick<Runtime, 'clock' | 'sleep' | 'ids' | 'store'>;

/**
 * Asks for deliveries again, group by group, due a millisecond apart, so that they are taken up in their order.
 * @param isWanted asked again of one that changed meanwhile
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
    if (runtime.clock() - now >= patienceMs) leftOut.push(...group);
    else requeued += await requeueGroup(runtime, { group, dueAt: now + start, isWanted, leftOut, attempt: 1 });
  }
  return { requeued, leftOut };
}

interface Group {
  readonly group: readonly WebhookDelivery[];
  /** Of the first, milliseconds. */
  readonly dueAt: number;
  readonly isWanted: (delivery: WebhookDelivery) => boolean;
  /** Grows by what is given up. */
  readonly leftOut: WebhookDelivery[];
  readonly attempt: number;
}

/**
 * All of a group, or by halves what is still wanted of it when somebody else was first at some. The same transaction again
 * would lose again: whatever made one delivery change has changed it.
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
