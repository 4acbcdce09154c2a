import { Entity } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../../ground/table/expressions.ts';
import { table } from '../../ground/table/table.ts';
import { checkUnchanged, putIf, removeIf } from '../../ground/table/writes.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { dueRef, heldBy, replaceWork } from '../../journal/due/due-work.ts';
import { transactWithRetry } from '../../journal/due/transact-with-retry.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { type EndpointKey, endpointRef, type WebhookEndpoint } from '../endpoints/endpoint.ts';
import { type DeliveryKey, deliveryOfWork, deliveryWork } from '../sender/delivery.ts';

/** A delivery that became due while its endpoint was paused. This row replaces its due row. */
export const HeldDeliveryEntity = new Entity({
  name: 'heldDelivery',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    endpointId: string().key(),
    deliveryId: string().key(),
  }),
  computeKey: ({ organizationId, endpointId, deliveryId }: DeliveryKey) => ({
    pk: heldPartition({ organizationId, endpointId }),
    sk: deliveryId,
  }),
});

function heldPartition({ organizationId, endpointId }: EndpointKey): string {
  return `HELD_DELIVERY#${organizationId}#${endpointId}`;
}

/** The number of deliveries released in one transaction. Each takes two writes. */
const heldAtOnce = 40;
/** Leaves the worker enough time to offer events within its lease. */
const budgetMs = 3_000;

/**
 * Holds a delivery until its endpoint is resumed. If the endpoint has just been resumed, nothing is written, and the
 * delivery is due again when its lease ends.
 */
export async function holdDelivery(runtime: WorkerRuntime, work: ClaimedWork, paused: WebhookEndpoint): Promise<void> {
  await transactWithRetry(runtime, [
    removeIf(dueRef(work), heldBy(work.claim)),
    putIf(HeldDeliveryEntity, deliveryOfWork(work), {}),
    checkUnchanged(endpointRef(paused.organizationId, paused.endpointId), paused),
  ]);
}

/**
 * Makes deliveries due that were held while their endpoint was paused.
 * @returns whether the time ran out before all were released
 */
export async function releaseHeldDeliveries(runtime: WorkerRuntime, endpoint: EndpointKey): Promise<boolean> {
  const stopAt = runtime.clock() + budgetMs;
  while (await releaseSome(runtime, endpoint)) {
    if (runtime.clock() >= stopAt) return true;
  }
  return false;
}

/** @returns whether there may be more deliveries to release */
async function releaseSome(runtime: WorkerRuntime, endpoint: EndpointKey): Promise<boolean> {
  const { items } = await runtime.store.range(HeldDeliveryEntity, {
    partition: heldPartition(endpoint),
    limit: heldAtOnce,
  });
  if (items.length === 0) return false;
  const now = runtime.clock();
  await transactWithRetry(
    runtime,
    items.flatMap((held) => [removeIf(refTo(HeldDeliveryEntity, held), {}), replaceWork(deliveryWork(held), now)]),
  );
  return items.length === heldAtOnce;
}
